import { isObject, sameJson } from '@app/json';
import { parseDocumentPath } from './path';

/** The parts of a document that read paths can name. */
export interface DocumentContent {
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  images?: Readonly<Record<string, unknown>>;
}

type Differs = (before: DocumentContent, after: DocumentContent) => boolean;

/** Read paths, parsed once to compare many documents. */
export interface CompiledReadPaths {
  readonly differs: readonly Differs[];
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Compares arrays index by index, because a recipe reads the fields of one element together: an element that moved
 * changes the compiled text.
 */
function differsAt(a: unknown, b: unknown, keys: readonly string[], depth: number): boolean {
  if (a === b) return false;
  const key = keys[depth];
  if (key === undefined) return !sameJson(a, b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return true;
    return a.some((item, index) => differsAt(item, b[index], keys, depth));
  }
  return differsAt(memberOf(a, key), memberOf(b, key), keys, depth + 1);
}

function compilePath(text: string): Differs {
  const path = parseDocumentPath(text, '');
  // Every change of a document changes `updated_at`; its id and `created_at` never change.
  if (path.root === 'updated_at') return () => true;
  if (!('keys' in path || 'name' in path)) return () => false;
  const keys = 'keys' in path ? path.keys : [path.name];
  const { root } = path;
  return (before, after) => differsAt(before[root], after[root], keys, 0);
}

/** @throws Problem `invalid_request`, reason `bad_path`, for a path that a definition cannot contain */
export function compileReadPaths(paths: readonly string[]): CompiledReadPaths {
  return { differs: paths.map(compilePath) };
}

/**
 * Whether a change of a document invalidates the answer of a judgment, because the document differs at a path that the
 * judgment reads. A new document (`before` is null) invalidates the answers of every judgment.
 */
export function invalidates(before: DocumentContent | null, after: DocumentContent, paths: CompiledReadPaths): boolean {
  return before === null || paths.differs.some((differs) => differs(before, after));
}

/**
 * `invalidates` for many judgments at once. A path that several judgments read is compared once for each document.
 * @returns a function from (before, after) to the ascending indexes of the judgments whose answers the change invalidates
 */
export function compileInvalidation(
  judgments: readonly { readPaths: readonly string[] }[],
): (before: DocumentContent | null, after: DocumentContent) => number[] {
  const readers = new Map<string, number[]>();
  judgments.forEach(({ readPaths }, index) => {
    for (const path of readPaths) readers.set(path, [...(readers.get(path) ?? []), index]);
  });
  const compiled = [...readers].map(([path, indexes]) => ({ differs: compilePath(path), indexes }));
  const all = judgments.map((_, index) => index);
  return (before, after) => {
    if (before === null) return all;
    const hit = new Set<number>();
    for (const { differs, indexes } of compiled) {
      if (indexes.every((index) => hit.has(index))) continue;
      if (differs(before, after)) indexes.forEach((index) => hit.add(index));
    }
    return [...hit].sort((a, b) => a - b);
  };
}
