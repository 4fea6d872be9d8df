import type { FetchDocuments } from '@app/contracts/documents';
import { Relation, RelationSpec, relationClass, relationSpecs } from '@app/definition';
import { filterPaths } from '@app/filter';
import type { ReadBy } from '../../document/related-reads';
import { appliesToOf } from './judged-too';
import { Place, PlacedRelation, conditionsOf, isStored, pathOf, placedRelations } from './place';
import { readPlaces } from './read-places';
import { timePlaces } from './time-places';

/** The name under which a sample has what warnings look at of related documents, beside what contexts show of them. */
export const lookReader = 'look';

/** Whether a relation leaves documents out by a time that users store, so that an unreadable one would not be seen. */
export function isTimed({ window, where }: Pick<Relation, 'window' | 'where'>): boolean {
  const within = conditionsOf(where, '').filter(({ tests }) => tests.some(({ op }) => op === 'within'));
  return [...(window ? [window.at] : []), ...within.map(pathOf)].some(isStored);
}

/**
 * Whether a relation's cut can fall inside one moment: it reads the newest of several documents. Where it is narrowed by a
 * stored time, what it leaves out is not looked at.
 */
export function canTie({ relation }: PlacedRelation, { order_by: order }: Pick<RelationSpec, 'order_by'>): boolean {
  const kind = relationClass(relation.join);
  return (kind === 'entity' || kind === 'block') && order.length === 0 && !isTimed(relation);
}

/**
 * What warnings look at of related documents beside what contexts show: paths by which relations narrow and order and that
 * features read, those of `applies_to`, and one document past `last_n`. Where a stored time narrows a relation, the look
 * leaves that out and reads what contexts show as well. A relation of which nothing more is wanted is left out.
 */
export function lookSpecs({ definition, freshness }: ReadBy): Record<string, RelationSpec> {
  const specs = relationSpecs(definition, freshness?.fanout?.block_cap);
  const wanted = [...readPlaces(definition), ...timePlaces(definition)].filter(({ isJoin }) => isJoin !== true);
  const applies = appliesToOf(definition);
  const applied = applies === null ? [] : filterPaths(applies).filter(isStored);
  const looks = placedRelations(definition).flatMap((placed): [string, RelationSpec][] => {
    const { name, relation, of } = placed;
    if (of === null) return [];
    const { answers: _shown, ...spec } = specs[name];
    const isNew = (path: string) => !spec.fields.includes(path);
    const paths = wanted.flatMap((place) => (place.of === name ? [place.path] : []));
    const open = isTimed(relation) ? { where: null, window: null } : null;
    if (!open && !canTie(placed, spec) && ![...paths, ...applied].some(isNew)) return [];
    const fields = [...new Set([...(open ? paths : paths.filter(isNew)), ...applied])].sort();
    return [[name, { ...spec, ...open, fields, last_n: relation.last_n + 1 }]];
  });
  return Object.fromEntries(looks);
}

/** Whether a look brings a path of related documents; else contexts show it. */
export function isLookedAt(looks: Readonly<Record<string, RelationSpec>>, { of, path }: Place): boolean {
  return of !== null && Object.hasOwn(looks, of) && looks[of].fields.includes(path);
}

type Related = Pick<FetchDocuments, 'specs' | 'read'>;

/** Adds to what a fetch reads of related documents what warnings look at. */
export function withLook({ specs = [], read = {} }: Related, by: ReadBy): Related {
  const looks = Object.entries(lookSpecs(by));
  if (looks.length === 0) return Object.keys(read).length === 0 ? {} : { specs, read };
  const relations = Object.fromEntries(looks.map(([name], n) => [name, specs.length + n]));
  return { specs: [...specs, ...looks.map(([, spec]) => spec)], read: { ...read, [lookReader]: { relations } } };
}
