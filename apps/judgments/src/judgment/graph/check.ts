import { checkDependencies, covers, scopeChain } from '@app/definition';
import type { Definition } from '@app/definition';
import { Problem, invalid } from '@app/problem';
import { shapeOf } from '../definition/shape';
import { Need, needsOf } from './need';
import type { GraphNode } from './node';

/** What is wrong with the graph in a namespace or under a prefix. */
export interface GraphFault {
  /** The judgments that read what they cannot. */
  readers: GraphNode[];
  problem: Problem;
  /** What the reader reads is missing or of another type; otherwise the judgments form a ring or a fourth level. */
  isMissing: boolean;
}

type InForce = ReadonlyMap<string, GraphNode>;

/**
 * The first fault of the graph in a scope and in all scopes under it: names stand for the judgments in force there. A
 * namespace without judgments of its own equals the deepest prefix that it lies under, so that those of later are checked.
 * @param nodes judgments of the scope, of those that cover it and of those under it
 * @returns null for none
 */
export function firstFault(nodes: readonly GraphNode[], scope: string): GraphFault | null {
  const byScope = scopesOf(nodes);
  const under = [...byScope.keys()].filter((other) => other !== scope && covers(scope, other));
  const sound = new Set<string>();
  for (const place of [scope, ...under]) {
    const inForce = inForceOn(byScope, place);
    const signature = JSON.stringify([...inForce.values()].map(({ name, hash }) => [name, hash]));
    // Most namespaces have the same judgments as others.
    if (sound.has(signature)) continue;
    const fault = faultIn(inForce);
    if (fault) return fault;
    sound.add(signature);
  }
  return null;
}

/** What a definition that is not stored reads and cannot in a scope; null for nothing. */
export function unreadable(definition: Definition, nodes: readonly GraphNode[], scope: string): Problem | null {
  return unmetIn(definition, inForceOn(scopesOf(nodes), scope));
}

function unmetIn(definition: Definition, inForce: InForce): Problem | null {
  for (const need of needsOf(definition)) {
    const problem = problemOf(() => satisfy(need, inForce));
    if (problem) return problem;
  }
  return null;
}

function scopesOf(nodes: readonly GraphNode[]): Map<string, GraphNode[]> {
  const byScope = new Map<string, GraphNode[]>();
  for (const node of nodes) byScope.set(node.scope, [...(byScope.get(node.scope) ?? []), node]);
  return byScope;
}

function inForceOn(byScope: ReadonlyMap<string, readonly GraphNode[]>, scope: string): InForce {
  const byName = new Map<string, GraphNode>();
  for (const at of scopeChain(scope)) {
    for (const node of byScope.get(at) ?? []) if (!byName.has(node.name)) byName.set(node.name, node);
  }
  return new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function faultIn(inForce: InForce): GraphFault | null {
  for (const reader of inForce.values()) {
    const problem = reader.reads.length === 0 ? null : unmetIn(reader.definition, inForce);
    if (problem) return { readers: [reader], problem, isMissing: true };
  }
  const problem = problemOf(() => checkDependencies(new Map([...inForce].map(([name, { reads }]) => [name, reads]))));
  if (!problem) return null;
  const names = new Set(problem.details.judgments);
  return { readers: [...names].flatMap((name) => inForce.get(name) ?? []), problem, isMissing: false };
}

function satisfy({ judgment, pointer, check }: Need, inForce: InForce): void {
  const upstream = inForce.get(judgment);
  if (upstream) return check(shapeOf(upstream.definition));
  const sentence = `No judgment \`${judgment}\` is in force here; create it first, or read one that is.`;
  throw invalid('unknown_path', pointer, sentence);
}

function problemOf(check: () => void): Problem | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
