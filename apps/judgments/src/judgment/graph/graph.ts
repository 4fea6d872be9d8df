import type { JudgmentRef, NamespaceRef } from '@app/contracts';
import { Definition, definitionHash, reads } from '@app/definition';
import { parseRelationWhere } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { GraphFault, firstFault, unreadable } from './check';
import { readGraphNodes, hasDependents } from './graph.store';
import type { GraphNode } from './node';

/** A change of what a name stands for on a scope: the definition that is active from then on, or null for none. */
export interface GraphChange extends JudgmentRef {
  definition: Definition | null;
}

/** The names of the judgments whose answers a definition reads. */
export function readsOf(definition: Definition): string[] {
  return reads(definition, parseRelationWhere);
}

/**
 * Refuses a definition with which judgments would read what is not there, or in a ring or a fourth level, in any namespace
 * under the scope. Called under the organization's revision lock, so that of two changes that close a ring the second sees
 * the first.
 * @param where what is wrong with the definition itself, when its request does not hold it
 * @throws Problem `invalid_request`, reasons `unknown_path`, `judgment_cycle` and `judgment_depth`; `conflict`, reason
 *   `in_use`, when a judgment that is there could not read its answers any more
 */
export async function refuseUnsound(db: Queryable, change: GraphChange, where?: string): Promise<void> {
  const fault = await findFault(db, change);
  if (fault === null) return;
  const { scope, name } = change;
  const isOwn = fault.readers.some((reader) => reader.scope === scope && reader.name === name);
  if (fault.isMissing && !isOwn) throw inUse(name, fault);
  const { problem } = fault;
  const path = where ?? (fault.isMissing ? undefined : '/context/related');
  if (path === undefined) throw problem;
  throw problem.with({ path });
}

/**
 * Refuses a definition that is tried and not stored when it reads what is not in force in the namespace.
 * @param pointer JSON pointer of the definition in the request
 * @throws Problem `invalid_request`, reason `unknown_path`
 */
export async function refuseUnreadable(
  db: Queryable,
  { organization, namespace: scope }: NamespaceRef,
  definition: Definition,
  pointer: string,
): Promise<void> {
  const own = readsOf(definition);
  if (own.length === 0) return;
  const problem = unreadable(definition, await readGraphNodes(db, { organization, scope }, own), scope);
  if (problem === null) return;
  throw problem.with({ path: `${pointer}${String(problem.details.path)}` });
}

/**
 * Refuses to take a judgment away whose readers would be left without it, with answers of another type, or in a ring or a
 * fourth level; also where a broader judgment takes over.
 * @throws Problem `conflict`, reason `in_use`, with `judgments`, each `<scope> <name>`
 */
export async function refuseInUse(db: Queryable, change: GraphChange): Promise<void> {
  const fault = await findFault(db, change);
  if (fault !== null) throw inUse(change.name, fault);
}

function inUse(name: string, { readers, problem }: GraphFault): Problem {
  const judgments = readers.map((reader) => `${reader.scope} ${reader.name}`).sort();
  const named = judgments.map((reader) => `\`${reader}\``).join(', ');
  const sentence = `${named} could not read \`${name}\` any more: ${problem.message} Change those first.`;
  return new Problem('conflict', sentence, { reason: 'in_use', judgments });
}

async function findFault(db: Queryable, { definition, ...ref }: GraphChange): Promise<GraphFault | null> {
  const { organization, scope, name } = ref;
  const own = definition === null ? [] : readsOf(definition);
  if (own.length === 0 && !(await hasDependents(db, organization))) return null;
  const stored = await readGraphNodes(db, { organization, scope }, own);
  const others = stored.filter((node) => node.scope !== scope || node.name !== name);
  const isConcerned = own.length > 0 || others.some((node) => node.reads.includes(name) || node.name === name);
  if (!isConcerned) return null;
  const changed: GraphNode[] =
    definition === null ? [] : [{ scope, name, definition, reads: own, hash: definitionHash(definition) }];
  return firstFault([...others, ...changed], scope);
}
