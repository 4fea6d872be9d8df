import { scopeChain } from '@app/definition';
import type { Queryable } from '@app/persistence';
import { CountedGroup, GroupScope, asOfSql, buildingSql } from './definition.store';
import { GroupDefinition } from './parse-group';

/** What the documents of a key come to. */
export interface ValueRow {
  overflow: boolean;
  /** The key in hex; empty for the row of further keys. */
  key: string;
  documents: number;
  stale: number;
  present: number[];
  sums: number[];
  least: (number | null)[];
  greatest: (number | null)[];
  latest: (number | null)[];
}

export type ValueOrder = 'key' | 'documents';

/** The last value of a page. */
export interface ValueCursor {
  documents: number;
  overflow: boolean;
  /** The key in hex. */
  key: string;
}

/** A group with a page of its values. */
export interface GroupPage extends CountedGroup {
  /** Aggregates of the generation that the values are of, while a new one is being built. */
  previous_aggregates: GroupDefinition['aggregates'] | null;
  values: ValueRow[];
}

const afterKey = `(v.overflow, v.key) > ($6::boolean, decode($7::text, 'hex'))`;
const after: Record<ValueOrder, string> = {
  key: afterKey,
  documents: `v.documents <= $8::bigint and (v.documents < $8::bigint or ${afterKey})`,
};
const orders: Record<ValueOrder, string> = {
  key: 'v.overflow, v.key',
  documents: 'v.documents desc, v.overflow, v.key',
};

/**
 * The group of a name in force in a namespace, with values of one database snapshot: by key, the row of further keys last, or those with
 * most documents first.
 * @param namespaceId null on a prefix, which has no values
 * @returns null when there is no such group
 */
export async function readGroup(
  from: Queryable,
  { organization, scope }: GroupScope,
  namespaceId: string | null,
  name: string,
  page: { order: ValueOrder; cursor: ValueCursor | null; limit: number },
): Promise<GroupPage | null> {
  const { order, cursor, limit } = page;
  const condition = cursor === null ? 'true' : after[order];
  const from6 =
    cursor === null ? [] : [cursor.overflow, cursor.key, ...(order === 'documents' ? [cursor.documents] : [])];
  const { rows } = await from.query<GroupPage>(
    `with g as (
       select scope, name, generation, body, created_at, updated_at from group_definition
       where organization = $1 and scope = any($2::text[]) and name = $4
       order by array_position($2::text[], scope::text) limit 1
     ), shown as (
       select g.*, ${buildingSql('g')} as building, ${asOfSql()} as as_of,
         case when b.built is false then b.previous else g.generation end as shown,
         case when b.built is false then b.previous_aggregates end as previous_aggregates
       from g left join group_build b on b.namespace_id = $3::bigint and b.generation = g.generation
     )
     select s.*, coalesce((select json_agg(json_build_object('overflow', v.overflow, 'key', encode(v.key, 'hex'),
         'documents', v.documents, 'stale', v.stale, 'present', v.present, 'sums', v.sums, 'least', v.least,
         'greatest', v.greatest, 'latest', v.latest) order by ${orders[order]})
       from (select v.* from group_value v where v.namespace_id = $3::bigint and v.generation = s.shown and ${condition}
         order by ${orders[order]} limit $5) v), '[]') as values
     from shown s`,
    [organization, scopeChain(scope), namespaceId, name, limit, ...from6],
  );
  return rows[0] ?? null;
}
