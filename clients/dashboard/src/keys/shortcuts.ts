/** What a shortcut does. */
export type Deed =
  | { kind: 'go'; page: string }
  /** Opens the search for pages, namespaces and judgments. */
  | { kind: 'palette' }
  /** Opens the sheet of these keys. */
  | { kind: 'sheet' }
  /** Puts the focus into the first field of the page. */
  | { kind: 'filter' }
  /** Moves the focus by so many rows of the page's first table. */
  | { kind: 'row'; step: 1 | -1 }
  /** The browser does it: the row's link has the focus. */
  | { kind: 'open' };

/** A shortcut: what is typed, and what it does, also in words. */
export interface Shortcut {
  /** Keys one after another, as `keyNameOf` names them; `Mod-K` with Ctrl, or with Command on a Mac. */
  keys: readonly string[];
  words: string;
  deed: Deed;
}

const go = (key: string, words: string, page: string): Shortcut => ({
  keys: ['g', key],
  words,
  deed: { kind: 'go', page },
});

/** The table that binds the keys and that the sheet and the palette show. */
export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod-K'], words: 'Search pages, namespaces, judgments and actions', deed: { kind: 'palette' } },
  { keys: ['?'], words: 'Show keyboard shortcuts', deed: { kind: 'sheet' } },
  { keys: ['/'], words: 'Go to the first field of the page', deed: { kind: 'filter' } },
  { keys: ['j'], words: 'Next row', deed: { kind: 'row', step: 1 } },
  { keys: ['k'], words: 'Previous row', deed: { kind: 'row', step: -1 } },
  { keys: ['Enter'], words: 'Open the row', deed: { kind: 'open' } },
  go('o', 'Overview', '/'),
  go('n', 'Namespaces', '/namespaces'),
  go('j', 'Judgments', '/judgments'),
  go('d', 'Documents', '/documents'),
  go('p', 'Groups', '/groups'),
  go('r', 'Review', '/review'),
  go('w', 'Endpoints', '/endpoints'),
  go('e', 'Events', '/events'),
  go('b', 'Jobs', '/jobs'),
  go('u', 'Usage', '/usage'),
  go('i', 'Engines', '/engines'),
  go('s', 'Settings', '/settings'),
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
  const shortcut = found(keys);
  if (shortcut) return { typed: nothingTyped, shortcut };
  if (isBegun(keys)) return { typed: { keys, atMs: nowMs }, shortcut: null };
  // The key that ends nothing may be a shortcut, or begin one.
  if (keys.length > 1) return typedNext(nothingTyped, key, nowMs);
  return { typed: nothingTyped, shortcut: null };
}

function found(keys: readonly string[]): Shortcut | null {
  return shortcuts.find((each) => each.keys.join(' ') === keys.join(' ')) ?? null;
}

function isBegun(keys: readonly string[]): boolean {
  return shortcuts.some((each) => keys.every((typed, at) => each.keys[at] === typed));
}

/** Whether a key that is held down goes on: steps through rows do. */
export function mayRepeat(key: string): boolean {
  return shortcuts.some(({ keys, deed }) => deed.kind === 'row' && keys.join(' ') === key);
}

/** What has the focus when a key is pressed. */
interface Target {
  tagName?: string;
  isContentEditable?: boolean;
  closest?: (selector: string) => unknown;
}

/** Whether a single key belongs to the page: not to a field, a menu or a dialog. */
export function isForPage(target: Target | null): boolean {
  const { tagName = '', isContentEditable = false } = target ?? {};
  if (isContentEditable || /^(input|textarea|select)$/i.test(tagName)) return false;
  return !target?.closest?.('[role="dialog"], [role="menu"]');
}

/** The row that a step leads to, within the rows there are. @param at the present one; -1 before the first */
export function nextRow(at: number, step: number, rows: number): number {
  if (at === -1) return step > 0 ? 0 : rows - 1;
  return Math.min(Math.max(at + step, 0), rows - 1);
}
