import { invalid } from '@app/problem';
import { isName } from '../reading/member';

/** A parsed path. `keys` below `state` are literal; on the way through an array a path reads each element. */
export type DocumentPath =
  | { root: 'id' | 'created_at' | 'updated_at' }
  | { root: 'attributes' | 'images'; name: string }
  | { root: 'state'; keys: string[] };

const longestPath = 1_024;

const documentPaths = 'id, created_at, updated_at, attributes.<name>, images.<name> or state.<dotted path>';

function badPath(pointer: string, text: string, known: string): never {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  throw invalid(
    'bad_path',
    pointer,
    `\`${shown}\` is no path; write ${known}, and quote a key with a dot: state."a.b".`,
  );
}

/**
 * Splits a dotted path into its keys. A key in double quotes (a JSON string) is literal, dots included.
 * @returns undefined when a key is empty or a quote is not closed
 */
export function splitKeys(text: string): string[] | undefined {
  const keys: string[] = [];
  const key = /"(?:[^"\\]|\\.)*"|[^."]+/y;
  for (let at = 0; ; at += 1) {
    key.lastIndex = at;
    const found = key.exec(text)?.[0];
    if (found === undefined) return undefined;
    const literal = found.startsWith('"') ? parseQuoted(found) : found;
    if (literal === undefined) return undefined;
    keys.push(literal);
    at += found.length;
    if (at === text.length) return keys;
    if (text[at] !== '.') return undefined;
  }
}

function parseQuoted(quoted: string): string | undefined {
  try {
    const key = JSON.parse(quoted) as string;
    // No document can have such a key, since Postgres refuses it.
    return key.includes('\0') || /\p{Surrogate}/u.test(key) ? undefined : key;
  } catch {
    return undefined;
  }
}

/** The dotted path of some keys, with quotes only where a key needs them. The inverse of `splitKeys`. */
export function joinKeys(keys: readonly string[]): string {
  return keys.map((key) => (/^[^."]+$/.test(key) ? key : JSON.stringify(key))).join('.');
}

/**
 * Parses a path.
 * @param pointer JSON pointer to the path in the request, for the refusal
 * @param known the paths that the refusal names
 * @throws Problem `invalid_request`, reason `bad_path`
 */
export function parseDocumentPath(text: string, pointer: string, known = documentPaths): DocumentPath {
  if (text === 'id' || text === 'created_at' || text === 'updated_at') return { root: text };
  const dot = text.indexOf('.');
  const root = text.slice(0, Math.max(dot, 0));
  const rest = text.slice(dot + 1);
  if (text.length > longestPath) return badPath(pointer, text, known);
  if ((root === 'attributes' || root === 'images') && isName(rest)) return { root, name: rest };
  if (root !== 'state') return badPath(pointer, text, known);
  return { root, keys: splitKeys(rest) ?? badPath(pointer, text, known) };
}

/** The normalised spelling of a path. Normal forms, read paths and comparisons use it. */
export function formatDocumentPath(path: DocumentPath): string {
  if (path.root === 'state') return `state.${joinKeys(path.keys)}`;
  return path.root === 'attributes' || path.root === 'images' ? `${path.root}.${path.name}` : path.root;
}
