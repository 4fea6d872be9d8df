/** A shortcut: what is typed, what it does in words, and where it leads. */
export interface Shortcut {
  /** Keys one after another, as `KeyboardEvent.key`. */
  keys: readonly string[];
  words: string;
  page: string;
}

/** The table that binds the keys and that the sheet shows. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['g', 'o'], words: 'Overview', page: '/' },
  { keys: ['g', 'n'], words: 'Namespaces', page: '/namespaces' },
  { keys: ['g', 'j'], words: 'Judgments', page: '/judgments' },
  { keys: ['g', 'd'], words: 'Documents', page: '/documents' },
  { keys: ['g', 'p'], words: 'Groups', page: '/groups' },
  { keys: ['g', 'r'], words: 'Review', page: '/review' },
  { keys: ['g', 'w'], words: 'Endpoints', page: '/endpoints' },
  { keys: ['g', 'e'], words: 'Events', page: '/events' },
  { keys: ['g', 'b'], words: 'Jobs', page: '/jobs' },
  { keys: ['g', 'u'], words: 'Usage', page: '/usage' },
  { keys: ['g', 'i'], words: 'Engines', page: '/engines' },
  { keys: ['g', 's'], words: 'Settings', page: '/settings' },
];

/** Longest pause between two keys of a shortcut, in milliseconds. */
export const pauseMs = 1_200;

export interface Typed {
  keys: readonly string[];
  atMs: number;
}

export const nothingTyped: Typed = { keys: [], atMs: 0 };

/** What one more key makes of those typed before. */
export function typedNext(before: Typed, key: string, nowMs: number): { typed: Typed; shortcut: Shortcut | null } {
  const keys = nowMs - before.atMs > pauseMs ? [key] : [...before.keys, key];
  const shortcut = shortcuts.find((each) => each.keys.join(' ') === keys.join(' ')) ?? null;
  if (shortcut) return { typed: nothingTyped, shortcut };
  const isBegun = shortcuts.some((each) => keys.every((typed, at) => each.keys[at] === typed));
  if (isBegun) return { typed: { keys, atMs: nowMs }, shortcut: null };
  // The key that ends nothing may begin something.
  const begins = shortcuts.some((each) => each.keys[0] === key);
  return { typed: begins ? { keys: [key], atMs: nowMs } : nothingTyped, shortcut: null };
}

/** Whether a key press belongs to the page: not to a field, and without a modifier. */
export function isForPage(event: {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: { tagName?: string; isContentEditable?: boolean } | null;
}): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { tagName = '', isContentEditable = false } = event.target ?? {};
  return !isContentEditable && !/^(input|textarea|select)$/i.test(tagName);
}
