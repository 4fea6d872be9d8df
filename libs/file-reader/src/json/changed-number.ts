import { scanNumbers } from './number-scan';

/** A number of a JSON text that parsing would change. */
export interface ChangedNumber {
  literal: string;
  /** Where it stands, as a JSON pointer (RFC 6901); empty where it stands alone, very deep, or before a later member of its name. */
  path: string;
}

/** Levels to which a place is looked for. */
const deepest = 1_000;

/** The first number of a JSON text that parsing would change; null when there is none. @throws SyntaxError for what is no JSON */
export function changedNumberIn(text: string): ChangedNumber | null {
  const none = new Set<string>();
  const { rounded: literal, depth } = scanNumbers(text, { bigNumbers: 'refuse', idMembers: none });
  if (literal === null) return null;
  if (depth > deepest) return { literal, path: '' };
  const { text: kept } = scanNumbers(text, { bigNumbers: 'text', idMembers: none });
  return { literal, path: pathOfDifference(JSON.parse(text), JSON.parse(kept), '') ?? '' };
}

/** Where a number of one value is a text in the other. */
function pathOfDifference(number: unknown, kept: unknown, path: string): string | null {
  if (typeof number === 'number') return typeof kept === 'string' ? path : null;
  if (typeof number !== 'object' || number === null) return null;
  for (const [name, inner] of Object.entries(number)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = pathOfDifference(inner, (kept as Record<string, unknown>)[name], at);
    if (found !== null) return found;
  }
  return null;
}
