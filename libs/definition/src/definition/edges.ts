import type { RelatedFeature } from '../feature/feature';
import type { AggregateSpec, Edge, RelationSpec } from '../relation/edge';
import { newestFirst } from '../relation/parse';
import { relationClass } from '../relation/relation';
import type { ParseRelationWhere, Relation, RelationReads } from '../relation/relation';
import type { ContextRecipe, Definition } from './definition';
import { countsPresence, relatedFeatures } from './feature-paths';
import { optionsFrom } from './options';

const nothing: RelationReads = { theirs: [], mine: [], judgments: [], answers: [] };

function relationsOf({ context }: { context: ContextRecipe }): [string, Relation][] {
  return Object.entries(context.related ?? {});
}

function readsOf({ where }: Pick<Relation, 'where'>, parseWhere: ParseRelationWhere): RelationReads {
  return where === undefined ? nothing : parseWhere(where, '');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** They never change, so they matter only where they are rendered. */
const fixedPaths = ['id', 'created_at'];

/** A relation, the features that are numbers over its documents, and what is shown of them as options. */
interface Read {
  relation: Relation;
  features: readonly RelatedFeature[];
  /** Null when they are no options. */
  show: readonly string[] | null;
}

function readOf(definition: Definition, name: string, relation: Relation): Read {
  const candidates = optionsFrom(definition);
  const show = candidates?.from === name ? candidates.show : null;
  return { relation, features: relatedFeatures(definition).filter(({ of }) => of === name), show };
}

/**
 * Paths of the related document that a relation renders or shows as an option, or by which it orders, filters or joins or a
 * feature counts, and that can change.
 */
function theirPaths({ relation, features, show }: Read, parseWhere: ParseRelationWhere): string[] {
  const { fields, order_by: order, join } = relation;
  const narrowed = [relation, ...features].flatMap(({ window, where }) => [
    ...(window ? [window.at] : []),
    ...readsOf({ where }, parseWhere).theirs,
  ]);
  const counted = features.flatMap(({ path }) => path ?? []);
  const used = [...order.map(({ path }) => path), join.theirs, ...narrowed, ...counted];
  return unique([...fields, ...(show ?? []), ...used.filter((path) => !fixedPaths.includes(path))]);
}

/**
 * The edges of a definition: its relations, as a change of a related document or of an answer about it meets them. A
 * relation counts presence where one document more can push another out of the rendered ones, so not where an id is pointed
 * at, where a feature counts its documents, where they are options, and where it shows answers, which it does of a document
 * without any.
 */
export function edgesOf(definition: Definition, parseWhere: ParseRelationWhere): Edge[] {
  return relationsOf(definition).flatMap(([name, relation]) => {
    const kind = relationClass(relation.join);
    const { answers, where = null } = relation;
    const edge = { ...relation.join, relation: name, where, ...(answers && { answers }) };
    if (kind === 'self') return readsAnswers(relation, parseWhere) ? [{ ...edge, paths: [], presence: false }] : [];
    const read = readOf(definition, name, relation);
    const presence =
      kind !== 'pointer' || answers !== undefined || read.show !== null || read.features.some(countsPresence);
    return [{ ...edge, paths: theirPaths(read, parseWhere), presence }];
  });
}

function readsAnswers(relation: Relation, parseWhere: ParseRelationWhere): boolean {
  return relation.answers !== undefined || readsOf(relation, parseWhere).judgments.length > 0;
}

/**
 * Paths of the judged document that relations read: where they join, what their filters and those of their features compare
 * with, and all that a relation of a document with itself reads.
 */
export function relationPaths(definition: Definition, parseWhere: ParseRelationWhere): string[] {
  return unique(
    relationsOf(definition).flatMap(([name, relation]) => {
      const read = readOf(definition, name, relation);
      const own = relationClass(relation.join) === 'self' ? theirPaths(read, parseWhere) : [];
      const join = relation.join.mine === 'id' ? [] : [relation.join.mine];
      const compared = [relation, ...read.features].flatMap(({ where }) => readsOf({ where }, parseWhere).mine);
      return [...join, ...compared, ...own];
    }),
  );
}

/** What a fetch makes of related documents for each feature, by name, with the name of the relation. */
export function aggregateSpecs(definition: Definition): Record<string, AggregateSpec & { of: string }> {
  const specs = relatedFeatures(definition).map(({ name, of, aggregate, path, where, window }) => {
    return [name, { of, aggregate, path: path ?? null, where: where ?? null, window: window ?? null }] as const;
  });
  return Object.fromEntries(specs);
}

/**
 * What a fetch reads for each relation, by name.
 * @param blockCap that the judgment sets itself; left out, it is the namespace's
 */
export function relationSpecs(definition: Definition, blockCap?: number): Record<string, RelationSpec> {
  return Object.fromEntries(relationsOf(definition).map(([name, relation]) => [name, specOf(relation, blockCap)]));
}

/**
 * What a fetch reads of the documents among which a choice chooses; null for other definitions.
 * @param blockCap see `relationSpecs`
 */
export function candidateSpec(definition: Definition, blockCap?: number): RelationSpec | null {
  const candidates = optionsFrom(definition);
  const relation = candidates && definition.context.related?.[candidates.from];
  if (!candidates || !relation) return null;
  return { ...specOf(relation, blockCap), fields: candidates.show, last_n: null, ...capOf(blockCap) };
}

function specOf(relation: Relation, blockCap?: number): RelationSpec {
  const { join, fields, where, order_by: order, last_n, window, answers } = relation;
  const isDefault = JSON.stringify(order) === JSON.stringify(newestFirst);
  const spec = { ...join, fields, where: where ?? null, order_by: isDefault ? [] : order, last_n };
  const read = { ...spec, window: window ?? null, ...(answers && { answers }) };
  return { ...read, ...(relationClass(join) === 'block' && capOf(blockCap)) };
}

function capOf(blockCap: number | undefined): Pick<RelationSpec, 'block_cap'> {
  return blockCap === undefined ? {} : { block_cap: blockCap };
}

/** Names of the judgments whose answers a definition reads, sorted. */
export function reads(definition: Definition, parseWhere: ParseRelationWhere): string[] {
  return unique(relationsOf(definition).flatMap(([, relation]) => upstreamOf(relation, parseWhere)));
}

/** Names of the judgments whose answers about the judged document itself a definition reads, sorted. */
export function ownReads(definition: Definition, parseWhere: ParseRelationWhere): string[] {
  const own = relationsOf(definition).filter(([, { join }]) => relationClass(join) === 'self');
  return unique(own.flatMap(([, relation]) => upstreamOf(relation, parseWhere)));
}

function upstreamOf(relation: Relation, parseWhere: ParseRelationWhere): string[] {
  return [...(relation.answers ?? []).map(({ judgment }) => judgment), ...readsOf(relation, parseWhere).judgments];
}

/** Whether a change of another document can concern a judged one that it names. */
export function canGather(definition: Definition): boolean {
  return relationsOf(definition).some(([, { join }]) => relationClass(join) === 'entity');
}

/** Whether one change can concern all judged documents with a key: what the rolling limit and the scope are for. */
export function canSpread(definition: Definition): boolean {
  return relationsOf(definition).some(([, { join }]) => ['pointer', 'block'].includes(relationClass(join)));
}
