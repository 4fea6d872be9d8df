import { parseDocumentPath } from '@app/definition';
import type { JoinPath, RelationOrder, RelationSpec } from '@app/definition';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { sqlEnvOf } from '../answer/sql-env';
import { attributeOf, idOfKey } from '../document/join-key';
import { maxResponseBytes } from '../reading/page';
import { InForce } from '../snapshot/in-force';

/** Related documents that are looked at for one relation of one document: the newest. */
export const mostCandidates = 10_000;
/** Bytes of the related documents of one relation of one document; those last in the order are left out. */
const maxRelationBytes = 256 * 1024;
/** Bytes of a related document beside its members. */
const frameBytes = 256;

/** A judged document as a relation joins it. */
export interface JoinedDocument {
  id: string;
  /** Of its side of the join. */
  keys: readonly Buffer[];
}

/** Where related documents are read, from one database snapshot. */
export interface RelationPlace {
  namespaceId: string;
  inForce: InForce;
  /** Whether the links of an attribute are complete. */
  isLinked(name: string): boolean;
}

/** A row without `id` says that the judged document has no related ones. */
export interface RelatedRow {
  /** Index of the judged document. */
  n: number;
  /** Whether more documents join than are looked at. */
  cut: boolean;
  /** How many are related, of those that are looked at. */
  found: string;
  /** The related documents of all judged ones up to this one fit into a reply. */
  fits: boolean;
  id: string | null;
  created_at: string;
  updated_at: string;
  /** JSON texts of the members that the relation names. */
  attributes: string;
  state: string;
}

/** Reads the related documents of judged ones, in their order and then in the relation's. */
export async function readRelation(
  from: Queryable,
  place: RelationPlace,
  spec: RelationSpec,
  judged: readonly JoinedDocument[],
): Promise<RelatedRow[]> {
  const byId = spec.theirs === 'id';
  const pairs = judged.flatMap(({ keys }, n) => keys.map((key) => ({ n, key: byId ? idOfKey(key) : key })));
  const joined = pairs.filter(({ key }) => key !== null);
  const first = [place.namespaceId, joined.map(({ n }) => n), joined.map(({ key }) => key)];
  const values = [...first, judged.map((_, n) => n), judged.map(({ id }) => id)];
  const env = sqlEnvOf(place.inForce, place.namespaceId, false, values.length + 1, 'document');
  const scope = new SqlScope({ ...env, mineAlias: 'm' });
  const { rows } = await from.query<RelatedRow>(relationSql(place, spec, scope), [...values, ...scope.params]);
  return rows;
}

function relationSql(place: RelationPlace, spec: RelationSpec, scope: SqlScope): string {
  const { theirs, mine, last_n: lastN } = spec;
  const isNarrowed = spec.where !== null || spec.window !== null || spec.order_by.length > 0;
  // One more tells whether there are more, or stands for the judged document itself in its block.
  const limit = (isNarrowed ? mostCandidates : lastN) + 1;
  const order = orderSql(spec.order_by, scope);
  const self = theirs !== 'id' && mine !== 'id' ? 'd.id <> j.id' : 'true';
  return `with pair as materialized (
      select * from unnest($2::int[], $3::${theirs === 'id' ? 'text' : 'bytea'}[]) p(n, key)
    ), judged as materialized (select * from unnest($4::int[], $5::text[]) j(n, id)
    ), item as (
      select j.n, c.looked > ${mostCandidates} as cut, r.* from judged j join document m on m.namespace_id = $1 and m.id = j.id
        cross join lateral (select array_agg(e.document_id) as ids, count(*) as looked
          from (${candidatesSql(place, theirs, scope, limit)} order by 2 desc, 1 limit ${limit}) e) c
        left join lateral (
          select d.id, d.created_at::text, d.updated_at::text, ${membersSql('attributes', spec, scope)} as attributes,
            ${membersSql('state', spec, scope)} as state, row_number() over (order by ${order}) as place
          from document d where d.namespace_id = $1 and d.id = any(c.ids) and ${self} and ${whereSql(spec, scope)}
          order by place limit ${lastN}) r on true
    ), sized as (select *, coalesce(octet_length(attributes) + octet_length(state) + ${frameBytes}, 0) as size from item
    ), summed as (
      select *, sum(size) over (partition by n order by place) - size as before, count(id) over (partition by n) as found
      from sized
    ), kept as (select * from summed where before < ${maxRelationBytes}
    ), placed as (
      select *, sum(size) over (order by n) - sum(size) over (partition by n) < ${maxResponseBytes} as fits from kept
    )
    select n, cut, found, fits, id, created_at, updated_at, case when fits then attributes end as attributes,
      case when fits then state end as state from placed order by n, place`;
}

/** The documents that join judged document `j`, each once with its creation. */
function candidatesSql({ isLinked }: RelationPlace, theirs: JoinPath, scope: SqlScope, limit: number): string {
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

function whereSql({ where, window }: RelationSpec, scope: SqlScope): string {
  const filters = [...(where ? [where] : []), ...(window ? [{ [window.at]: { within: window.within } }] : [])];
  const allow = { answers: false, within: true, mine: true };
  return filters.map((json) => filterSql(parseFilter(json, { pointer: '', allow }), scope)).join(' and ') || 'true';
}

/** The members of a document that the paths of a relation lead into, as JSON text. */
function membersSql(root: 'attributes' | 'state', { fields }: RelationSpec, scope: SqlScope): string {
  const paths = fields.map((field) => parseDocumentPath(field, '')).filter((path) => path.root === root);
  if (paths.length === 0) return `'{}'`;
  const names = paths.map((path) => ('keys' in path ? path.keys[0] : 'name' in path ? path.name : ''));
  const named = `e.key = any(${scope.param([...new Set(names)])}::text[])`;
  return `(select coalesce(jsonb_object_agg(e.key, e.value), '{}')::text from jsonb_each(d.${root}) e where ${named})`;
}

function orderSql(order: readonly RelationOrder[], scope: SqlScope): string {
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
