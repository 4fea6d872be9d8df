import { Problem } from '@app/problem';

/** Which judgments read the answers of which: name to the names it reads. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** Judgments on a chain of reading, its ends included, at most [REL-07]. */
export const deepest = 3;

/**
 * Judgments on the longest chain of reading that starts at a judgment, itself included: 1 when it reads no other.
 * @throws Problem `invalid_request`, reason `judgment_cycle`, with the names on the cycle
 */
export function dependencyDepth(graph: Dependencies, start: string): number {
  const depths = new Map<string, number>();
  const walk = (name: string, way: readonly string[]): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    if (way.includes(name)) {
      const judgments = [...way.slice(way.indexOf(name)), name];
      const sentence = `These judgments read each other in a circle: ${judgments.join(' reads ')}. Break it.`;
      throw new Problem('invalid_request', sentence, { reason: 'judgment_cycle', judgments });
    }
    const below = (graph.get(name) ?? []).map((next) => walk(next, [...way, name]));
    const depth = 1 + Math.max(0, ...below);
    depths.set(name, depth);
    return depth;
  };
  return walk(start, []);
}

/** @throws Problem `invalid_request`: `judgment_cycle`, or `judgment_depth` when any chain is deeper than three */
export function checkDependencies(graph: Dependencies): void {
  for (const name of graph.keys()) {
    const depth = dependencyDepth(graph, name);
    if (depth > deepest) {
      const sentence = `\`${name}\` starts a chain of ${depth} judgments that read each other; at most ${deepest} are allowed.`;
      throw new Problem('invalid_request', sentence, { reason: 'judgment_depth', judgments: [name] });
    }
  }
}
