import { InForce, derivedOnce } from '../../namespace/snapshot/in-force';
import { edgesOf, isSelf } from './edges';
import { upstreamNames } from './watch';

/** For each judgment by name, those whose answers about the judged document itself it reads. */
const ownUpstream = derivedOnce((inForce: InForce): ReadonlyMap<string, readonly string[]> => {
  const own = new Map<string, string[]>();
  for (const edge of edgesOf(inForce).all) {
    const name = inForce.byId.get(edge.judgmentId)?.name;
    if (name === undefined || !isSelf(edge)) continue;
    own.set(name, [...(own.get(name) ?? []), ...upstreamNames(edge).filter((other) => inForce.byName.has(other))]);
  }
  return own;
});

/**
 * Judgments in the order in which a document is judged: one that reads others about the same document comes after them. The
 * others are added. They form no ring, which judgments refuses.
 * @returns names, in steps that are judged one after the other
 */
export function judgingSteps(inForce: InForce, names: readonly string[]): string[][] {
  const upstream = ownUpstream(inForce);
  if (!names.some((name) => upstream.has(name))) return [[...names]];
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const depth = Math.max(-1, ...(upstream.get(name) ?? []).map(depthOf)) + 1;
    depths.set(name, depth);
    return depth;
  };
  names.forEach(depthOf);
  const steps: string[][] = [];
  for (const [name, depth] of depths) (steps[depth] ??= []).push(name);
  return steps;
}
