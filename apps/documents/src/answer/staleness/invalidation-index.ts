import { compileReadPaths, invalidates, parseDocumentPath } from '@app/definition';
import type { CompiledReadPaths, DocumentContent } from '@app/definition';
import { sameJson } from '@app/json';

/** The way from a change of a document to the indexes of those that read what differs, ascending; all for a new one. */
export type InvalidationIndex = (before: DocumentContent | null, after: DocumentContent) => number[];

interface ReadPath {
  path: CompiledReadPaths;
  /** Of those that read it. */
  indexes: number[];
}

const roots = ['attributes', 'state', 'images'] as const;
const anyMember = '*';

/** The member of the document that holds a path; `*` when every change may change what the path reads. */
function memberOf(text: string): string {
  const path = parseDocumentPath(text, '');
  if ('keys' in path) return `state ${path.keys[0]}`;
  return 'name' in path ? `${path.root} ${path.name}` : anyMember;
}

/** The members that differ. Each is compared once, however many paths lie below it. */
function differingMembers(before: DocumentContent, after: DocumentContent): string[] {
  const differing = [anyMember];
  for (const root of roots) {
    const a = before[root] ?? {};
    const b = after[root] ?? {};
    if (a === b) continue;
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const same = Object.hasOwn(a, key) === Object.hasOwn(b, key) && sameJson(a[key], b[key]);
      if (!same) differing.push(`${root} ${key}`);
    }
  }
  return differing;
}

/**
 * Finds what `compileInvalidation` of `@app/definition` finds, without following paths below members that did not
 * change. With fifty judgments of which a change invalidates five, following all paths is most of a write.
 */
export function compileInvalidationIndex(readers: readonly { readPaths: readonly string[] }[]): InvalidationIndex {
  if (readers.length === 0) return () => [];
  const byPath = new Map<string, number[]>();
  readers.forEach(({ readPaths }, index) => {
    for (const path of readPaths) byPath.set(path, [...(byPath.get(path) ?? []), index]);
  });
  const byMember = new Map<string, ReadPath[]>();
  for (const [path, indexes] of byPath) {
    const member = memberOf(path);
    byMember.set(member, [...(byMember.get(member) ?? []), { path: compileReadPaths([path]), indexes }]);
  }
  const all = readers.map((_, index) => index);
  return (before, after) => {
    if (before === null) return all;
    const found = new Set<number>();
    for (const member of differingMembers(before, after)) {
      for (const { path, indexes } of byMember.get(member) ?? []) {
        if (indexes.every((index) => found.has(index)) || !invalidates(before, after, path)) continue;
        for (const index of indexes) found.add(index);
      }
    }
    return [...found].sort((a, b) => a - b);
  };
}
