import { parseDocumentPath } from '@app/definition';
import type { JoinPath, RelationOrder, RelationSpec } from '@app/definition';
import { SqlScope, filterSql, splitByMine, storedRelationFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { sqlEnvOf } from '../../answer/sql-env';
import { attributeOf, idsOf, joinKeys } from '../../document/join-key';
import { InForce } from '../../namespace/snapshot/in-force';

/** A judged document as a relation joins it. */
export interface JoinedDocument {
  id: string;
  /** Its side of the join: its id, or the value of an attribute. */
  value: unknown;
}

/** Where related documents are read, from one database snapshot. */
export interface RelationPlace {
  namespaceId: string;
  inForce: InForce;
  /** Newest documents of a key that a block looks at, where the judgment sets no number of its own. */
  blockCap: number;
  /** Whether the links of an attribute are complete. */
  isLinked(name: string): boolean;
}

/** A statement over related documents: the values of its first five parameters, and the scope of its filters. */
export interface RelatedStatement {
  values: readonly unknown[];
  scope: SqlScope;
}

export function relatedStatement(
  place: RelationPlace,
  { theirs }: Pick<RelationSpec, 'theirs'>,
  judged: readonly JoinedDocument[],
): RelatedStatement {
  const keysOf = theirs === 'id' ? idsOf : joinKeys;
  const joined = judged.flatMap(({ value }, n) => keysOf(value).map((key: Buffer | string) => ({ n, key })));
  const first = [place.namespaceId, joined.map(({ n }) => n), joined.map(({ key }) => key)];
  const values = [...first, judged.map((_, n) => n), judged.map(({ id }) => id)];
  const env = sqlEnvOf(place.inForce, place.namespaceId, false, values.length + 1, 'document');
  return { values, scope: new SqlScope({ ...env, mineAlias: 'm' }) };
}

/** The first tables of such a statement: the keys of the judged documents, and the judged documents. */
export function judgedSql(theirs: JoinPath): string {
  return `pair as materialized (select * from unnest($2::int[], $3::${theirs === 'id' ? 'text' : 'bytea'}[]) p(n, key)
    ), judged as materialized (select * from unnest($4::int[], $5::text[]) j(n, id))`;
}

/** Whether a document of a relation is not judged document `j` itself, which shares its key in a block. */
export function isOtherSql({ theirs, mine }: Pick<RelationSpec, 'theirs' | 'mine'>, id: string): string {
  return theirs !== 'id' && mine !== 'id' ? `${id} <> j.id` : 'true';
}

/** The documents that join judged document `j`, each once with its creation. @param limit of those of one key */
export function candidatesSql({ isLinked }: RelationPlace, theirs: JoinPath, scope: SqlScope, limit: number): string {
  const attribute = attributeOf(theirs);
  const document = 'join document e on e.namespace_id = $1 and e.id =';
  if (attribute === null)
    return `select e.id as document_id, e.created_at from pair p ${document} p.key where p.n = j.n`;
  const name = scope.attributeName(attribute);
  if (!isLinked(attribute)) {
    return `select distinct e.id as document_id, e.created_at from pair p
      join attribute k on k.namespace_id = $1 and k.name = ${name} and k.key in (p.key, '\\x40'::bytea || p.key)
      ${document} k.document_id where p.n = j.n`;
  }
  return `select distinct l.document_id, l.created_at from pair p cross join lateral (
      select l.document_id, l.created_at from link l where l.namespace_id = $1 and l.name = ${name} and l.key = p.key
      order by l.created_at desc, l.document_id limit ${limit}) l where p.n = j.n`;
}

/** The documents that join by key `k`, each with its creation. */
export function candidatesOfKeySql({ isLinked }: RelationPlace, theirs: JoinPath, scope: SqlScope): string {
  const name = scope.attributeName(attributeOf(theirs) ?? '');
  if (isLinked(attributeOf(theirs) ?? '')) {
    return `select l.document_id, l.created_at from link l where l.namespace_id = $1 and l.name = ${name} and l.key = k.key`;
  }
  return `select distinct e.id as document_id, e.created_at from attribute a
    join document e on e.namespace_id = $1 and e.id = a.document_id
    where a.namespace_id = $1 and a.name = ${name} and a.key in (k.key, '\\x40'::bytea || k.key)`;
}

/** Whether related document `d` matches a filter of a relation and lies in its window. Needs the joins of the scope. */
export function relatedWhereSql({ where, window }: Pick<RelationSpec, 'where' | 'window'>, scope: SqlScope): string {
  const filters = [...(where ? [where] : []), ...(window ? [{ [window.at]: { within: window.within } }] : [])];
  return filters.map((json) => filterSql(storedRelationFilter(json), scope)).join(' and ') || 'true';
}

/** The part of a relation's filter that compares with the judged document; null without one. */
export function pairFilter({ where }: Pick<RelationSpec, 'where'>): Filter | null {
  return where === null ? null : splitByMine(storedRelationFilter(where)).pair;
}

/** The condition of `relatedWhereSql`, without the part that compares with the judged document. */
export function aloneWhereSql({ where, window }: Pick<RelationSpec, 'where' | 'window'>, scope: SqlScope): string {
  const isNear = relatedWhereSql({ where: null, window }, scope);
  return where === null ? isNear : `${filterSql(splitByMine(storedRelationFilter(where)).alone, scope)} and ${isNear}`;
}

/** The order of related documents `d`. */
export function orderSql(order: readonly RelationOrder[], scope: SqlScope): string {
  const keys = order.map(({ path: text, direction }) => {
    const path = parseDocumentPath(text, '');
    const value =
      'keys' in path
        ? `(d.state #> ${scope.param(path.keys)}::text[])`
        : 'name' in path
          ? `(d.${path.root} -> ${scope.param(path.name)}::text)`
          : `d.${path.root}`;
    return `${value} ${direction === 'asc' ? 'asc' : 'desc'} nulls last`;
  });
  return [...(keys.length > 0 ? keys : ['d.created_at desc']), 'd.id'].join(', ');
}

/** The members of document `d` that paths lead into, as `jsonb`. */
export function membersSql(root: 'attributes' | 'state', fields: readonly string[], scope: SqlScope): string {
  const members = namesOf(root, fields).map((name) => {
    const own = `${scope.param(name)}::text`;
    return `case when d.${root} ? ${own} then jsonb_build_object(${own}, d.${root} -> ${own}) else '{}' end`;
  });
  return members.length === 0 ? `'{}'::jsonb` : `(${members.join(' || ')})`;
}

/**
 * The members of document `d` that the paths of a relation lead into, as JSON text: what Postgres prints of them as `jsonb`,
 * without taking the other members apart.
 */
export function membersText(root: 'attributes' | 'state', { fields }: RelationSpec, scope: SqlScope): string {
  const names = namesOf(root, fields);
  if (names.length === 0) return `'{}'`;
  const from = names.length === 1 ? `d.${root}` : 'whole.members';
  const members = names.map((name) => {
    const key = scope.param(`${JSON.stringify(name)}: `);
    return `${key}::text || (${from} -> ${scope.param(name)}::text)::text`;
  });
  const text = `'{' || concat_ws(', ', ${members.join(', ')}) || '}'`;
  if (names.length === 1) return `(${text})`;
  // Each look at a column decompresses a large value anew; to join it with an empty object does so once for all.
  return `(select ${text} from (select d.${root} || '{}' as members offset 0) whole)`;
}

/** The members that paths lead into, in the order in which `jsonb` keeps them. */
function namesOf(root: 'attributes' | 'state', fields: readonly string[]): string[] {
  const paths = fields.map((field) => parseDocumentPath(field, '')).filter((path) => path.root === root);
  const names = paths.map((path) => ('keys' in path ? path.keys[0] : 'name' in path ? path.name : ''));
  return [...new Set(names)]
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => a.bytes.length - b.bytes.length || a.bytes.compare(b.bytes))
    .map(({ name }) => name);
}
