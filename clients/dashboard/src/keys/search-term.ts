/** Kinds of things whose ids say what they are. */
export const idKinds = {
  evt: 'event',
  job: 'job',
  usr: 'member',
  key: 'API key',
  whe: 'endpoint',
  dlv: 'delivery',
  fit: 'fit',
} as const;
export type IdKind = keyof typeof idKinds;

/** What somebody looks for: a thing by its id, or anything that is called so. */
export type SearchTerm = { kind: IdKind; id: string } | { kind: null; text: string };

const known = new RegExp(`(?<![A-Za-z0-9])(${Object.keys(idKinds).join('|')})_[0-9a-f]{32}(?![0-9a-f])`);
/** A document's id and a name are no longer. */
const mostText = 512;

/**
 * Reads what was typed or pasted: an id may stand anywhere in it, such as in an address or a line of a log.
 * @returns null for nothing to look for
 */
export function searchTermOf(typed: string): SearchTerm | null {
  const found = known.exec(typed);
  if (found) return { kind: found[1] as IdKind, id: found[0] };
  const text = typed.trim();
  return text.length < 2 || text.length > mostText ? null : { kind: null, text };
}
