import { formatDocumentPath, isName, joinKeys } from '@app/definition';
import type { JudgedDocument } from '../recipe/recipe';
import { countUpTo } from '../token/token-count';

export type ScalarValue = string | number | boolean;

/** A path that a recipe could name, with what a sample of documents holds there. */
export interface Candidate {
  path: string;
  root: 'attributes' | 'state' | 'images';
  /** The last key of the path. */
  name: string;
  /** Tokens of what each document with a value has there; above `tokensCounted` it only says so. */
  tokens: number[];
  /** Every value, those of an array's elements one by one. */
  values: ScalarValue[];
}

/** What is longer than this is long whatever the others are: the rest is not counted. */
const tokensCounted = 1_001;
/** A recipe's path has no more characters. */
const longestPath = 1_024;

/**
 * Every path with a value in some document. An array is read through its elements. Null, an empty string and what is
 * empty tell nothing and count as absent.
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

/** Undefined where no recipe could name the path. */
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
  if (path.length > longestPath) return undefined;
  const made: Candidate = { path, root, name, tokens: [], values: [] };
  byPath.set(path, made);
  return made;
}
