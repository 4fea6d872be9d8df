import type { ContextRecipe, Definition } from '../definition/definition';
import type { Edge, RelationSpec } from './edge';
import { newestFirst } from './parse';
import { relationClass } from './relation';
import type { ParseRelationWhere, Relation, RelationReads } from './relation';

const nothing: RelationReads = { theirs: [], mine: [], judgments: [] };

function relationsOf({ context }: { context: ContextRecipe }): [string, Relation][] {
  return Object.entries(context.related ?? {});
}

function readsOf({ where }: Relation, parseWhere: ParseRelationWhere): RelationReads {
  return where === undefined ? nothing : parseWhere(where, '');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** They never change, so they matter only where they are rendered. */
const fixedPaths = ['id', 'created_at'];

/** Paths of the related document that a relation renders, or by which it orders, filters or joins and that can change. */
function theirPaths(relation: Relation, parseWhere: ParseRelationWhere): string[] {
  const { fields, order_by: order, window, join } = relation;
  const ordered = order.map(({ path }) => path);
  const used = [...ordered, ...(window ? [window.at] : []), join.theirs, ...readsOf(relation, parseWhere).theirs];
  return unique([...fields, ...used.filter((path) => !fixedPaths.includes(path))]);
}

/**
 * The edges of a definition: its relations to other documents, as a change of such a document meets them. A relation counts
 * presence where one document more can push another out of the rendered ones, so not where an id is pointed at.
 */
export function edgesOf(definition: Definition, parseWhere: ParseRelationWhere): Edge[] {
  return relationsOf(definition).flatMap(([name, relation]) => {
    const kind = relationClass(relation.join);
    if (kind === 'self') return [];
    const paths = theirPaths(relation, parseWhere);
    return [{ ...relation.join, relation: name, paths, presence: kind !== 'pointer', where: relation.where ?? null }];
  });
}

/**
 * Paths of the judged document that relations read: where they join, what their filters compare with, and all that a
 * relation of a document with itself reads.
 */
export function relationPaths(definition: Definition, parseWhere: ParseRelationWhere): string[] {
  return unique(
    relationsOf(definition).flatMap(([, relation]) => {
      const own = relationClass(relation.join) === 'self' ? theirPaths(relation, parseWhere) : [];
      const join = relation.join.mine === 'id' ? [] : [relation.join.mine];
      return [...join, ...readsOf(relation, parseWhere).mine, ...own];
    }),
  );
}

/** What a fetch reads for each relation, by name. */
export function relationSpecs(definition: Definition): Record<string, RelationSpec> {
  const specs = relationsOf(definition).map(([name, { join, fields, where, order_by: order, last_n, window }]) => {
    const isDefault = JSON.stringify(order) === JSON.stringify(newestFirst);
    const ordered = isDefault ? [] : order;
    return [
      name,
      { ...join, fields, where: where ?? null, order_by: ordered, last_n, window: window ?? null },
    ] as const;
  });
  return Object.fromEntries(specs);
}

/** Names of the judgments whose answers a definition reads, sorted. */
export function reads(definition: Definition, parseWhere: ParseRelationWhere): string[] {
  return unique(
    relationsOf(definition).flatMap(([, relation]) => [
      ...(relation.answers ?? []).map(({ judgment }) => judgment),
      ...readsOf(relation, parseWhere).judgments,
    ]),
  );
}

/** Whether a change of another document can concern a judged one that it names. */
export function canGather(definition: Definition): boolean {
  return relationsOf(definition).some(([, { join }]) => relationClass(join) === 'entity');
}

/** Whether one change can concern all judged documents with a key: what the rolling limit and the scope are for. */
export function canSpread(definition: Definition): boolean {
  return relationsOf(definition).some(([, { join }]) => ['pointer', 'block'].includes(relationClass(join)));
}
