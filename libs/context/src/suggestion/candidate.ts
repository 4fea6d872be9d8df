import { formatDocumentPath, isName, joinKeys } from '@app/definition';
import type { JudgedDocument } from '../recipe/recipe';
import { countUpTo } from '../token/token-count';

export type ScalarValue = string | number | boolean;

/** A path that a recipe could name, with the values of a sample of documents. */
export interface Candidate {
  path: string;
  root: 'attributes' | 'state' | 'images';
  /** The last key of the path. */
  name: string;
  /** Tokens of the value in each document that has one; not exact above `tokensCounted`. */
  tokens: number[];
  /** All values; the elements of an array count one by one. */
  values: ScalarValue[];
}

/** A longer value counts as long in any case, so counting stops here. */
const tokensCounted = 1_001;
/** Maximum of characters of a recipe's path. */
const maxPathLength = 1_024;

/**
 * All paths with a value in a document. Paths read the elements of arrays. Null, empty strings and empty values count as
 * absent.
 */
export function candidatesOf(documents: readonly JudgedDocument[]): Candidate[] {
  const byPath = new Map<string, Candidate>();
  for (const { attributes, state, images } of documents) {
    const found = new Map<Candidate, number>();
    const note = (root: Candidate['root'], keys: readonly string[], value: ScalarValue): void => {
      const candidate = candidateAt(byPath, root, keys);
      if (!candidate) return;
      candidate.values.push(value);
      const before = found.get(candidate) ?? 0;
      found.set(candidate, before > tokensCounted ? before : before + countUpTo(String(value), tokensCounted));
    };
    for (const [name, value] of Object.entries(attributes))
      walk(value, [name], (_, leaf) => note('attributes', [name], leaf));
    for (const name of Object.keys(images)) note('images', [name], name);
    walk(state, [], (keys, leaf) => note('state', keys, leaf));
    for (const [candidate, tokens] of found) candidate.tokens.push(tokens);
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function walk(value: unknown, keys: string[], leaf: (keys: string[], value: ScalarValue) => void): void {
  if (value === null || value === undefined || value === '') return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, keys, leaf);
  } else if (typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) walk(member, [...keys, key], leaf);
  } else {
    leaf(keys, value as ScalarValue);
  }
}

/** Undefined when no recipe can name the path. */
function candidateAt(
  byPath: Map<string, Candidate>,
  root: Candidate['root'],
  keys: readonly string[],
): Candidate | undefined {
  const name = keys[keys.length - 1];
  if (name === undefined || (root !== 'state' && !isName(name))) return undefined;
  const path = root === 'state' ? `state.${joinKeys(keys)}` : formatDocumentPath({ root, name });
  const known = byPath.get(path);
  if (known) return known;
  if (path.length > maxPathLength) return undefined;
  const made: Candidate = { path, root, name, tokens: [], values: [] };
  byPath.set(path, made);
  return made;
}
