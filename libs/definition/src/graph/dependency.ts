import { Problem } from '@app/problem';

/** The names of the judgments whose answers a judgment reads, by its name. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/** A chain of judgments that read each other has at most this many judgments [REL-07]. */
export const maxDepth = 3;

/**
 * The number of judgments on the longest chain that starts at a judgment; 1 when it reads no other judgment.
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

/** @throws Problem `invalid_request`: `judgment_cycle`, or `judgment_depth` when a chain has more than three judgments */
export function checkDependencies(graph: Dependencies): void {
  for (const name of graph.keys()) {
    const depth = dependencyDepth(graph, name);
    if (depth > maxDepth) {
      const sentence = `\`${name}\` starts a chain of ${depth} judgments that read each other; at most ${maxDepth} are allowed.`;
      throw new Problem('invalid_request', sentence, { reason: 'judgment_depth', judgments: [name] });
    }
  }
}
