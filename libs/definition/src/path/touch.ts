import { isObject, sameJson } from '@app/json';
import { parseDocumentPath } from './path';

/** What a change is looked for in. */
export interface TouchedDocument {
  attributes: Readonly<Record<string, unknown>>;
  state: Readonly<Record<string, unknown>>;
  images?: Readonly<Record<string, unknown>>;
}

type Differs = (before: TouchedDocument, after: TouchedDocument) => boolean;

/** Read paths made ready to compare many documents. */
export interface CompiledReadPaths {
  readonly differs: readonly Differs[];
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Place by place, because fields of one element are read together: a shifted element is another text. */
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
  // The time of the last change moves with every change that gets here; id and birth never do.
  if (path.root === 'updated_at') return () => true;
  if (!('keys' in path || 'name' in path)) return () => false;
  const keys = 'keys' in path ? path.keys : [path.name];
  const { root } = path;
  return (before, after) => differsAt(before[root], after[root], keys, 0);
}

/** @throws Problem `invalid_request`, reason `bad_path`, on a path that no definition could hold */
export function compileReadPaths(paths: readonly string[]): CompiledReadPaths {
  return { differs: paths.map(compilePath) };
}

/** Whether a changed document differs where a judgment reads it. A document that is new touches every judgment. */
export function touched(before: TouchedDocument | null, after: TouchedDocument, paths: CompiledReadPaths): boolean {
  return before === null || paths.differs.some((differs) => differs(before, after));
}

/**
 * The same for many judgments at once: a path that several of them read is compared once a document.
 * @returns a function that tells the indexes of the judgments touched
 */
export function compileTouches(
  judgments: readonly { readPaths: readonly string[] }[],
): (before: TouchedDocument | null, after: TouchedDocument) => number[] {
  const readers = new Map<string, number[]>();
  judgments.forEach(({ readPaths }, index) => {
    for (const path of readPaths) readers.set(path, [...(readers.get(path) ?? []), index]);
  });
  const compiled = [...readers].map(([path, indexes]) => ({ differs: compilePath(path), indexes }));
  const everyone = judgments.map((_, index) => index);
  return (before, after) => {
    if (before === null) return everyone;
    const hit = new Set<number>();
    for (const { differs, indexes } of compiled) {
      if (indexes.every((index) => hit.has(index))) continue;
      if (differs(before, after)) indexes.forEach((index) => hit.add(index));
    }
    return [...hit].sort((a, b) => a - b);
  };
}
