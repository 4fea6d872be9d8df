import { compileReadPaths, invalidates, parseDocumentPath } from '@app/definition';
import type { CompiledReadPaths, DocumentContent } from '@app/definition';
import { sameJson } from '@app/json';

interface Reader {
  path: CompiledReadPaths;
  indexes: number[];
}

export type Touches = (before: DocumentContent | null, after: DocumentContent) => number[];

const roots = ['attributes', 'state', 'images'] as const;
const anywhere = '*';

/** The member of the document under which a path lies, `*` when any change touches it. */
function memberOf(text: string): string {
  const path = parseDocumentPath(text, '');
  if ('keys' in path) return `state ${path.keys[0]}`;
  return 'name' in path ? `${path.root} ${path.name}` : anywhere;
}

/** The members that differ, each compared once however many judgments read below it. */
function differingMembers(before: DocumentContent, after: DocumentContent): string[] {
  const differing = [anywhere];
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
 * The judgments that a change touches, as indexes: what `compileTouches` of `@app/definition` finds, but paths below
 * members that did not change are never walked. With fifty judgments of which five are touched that is most of a write.
 */
export function compileTouchIndex(judgments: readonly { readPaths: readonly string[] }[]): Touches {
  const byPath = new Map<string, number[]>();
  judgments.forEach(({ readPaths }, index) => {
    for (const path of readPaths) byPath.set(path, [...(byPath.get(path) ?? []), index]);
  });
  const byMember = new Map<string, Reader[]>();
  for (const [path, indexes] of byPath) {
    const member = memberOf(path);
    byMember.set(member, [...(byMember.get(member) ?? []), { path: compileReadPaths([path]), indexes }]);
  }
  const everyone = judgments.map((_, index) => index);
  return (before, after) => {
    if (before === null) return everyone;
    const hit = new Set<number>();
    for (const member of differingMembers(before, after)) {
      for (const { path, indexes } of byMember.get(member) ?? []) {
        if (indexes.every((index) => hit.has(index)) || !invalidates(before, after, path)) continue;
        for (const index of indexes) hit.add(index);
      }
    }
    return [...hit].sort((a, b) => a - b);
  };
}
