import type { NamespaceRef } from '@app/contracts';
import { LeasedCursor, LeasedRow, Queryable, Tx } from '@app/persistence';
import { GroupDefinition } from './parse-group';

/** A claimed count of all documents of a namespace for one generation of a group. */
export interface GroupBuild extends LeasedRow, NamespaceRef {
  namespace_id: string;
  generation: string;
  /** The values are complete; the documents are only counted again. */
  built: boolean;
  /** The rows of the generation are being deleted. */
  erasing: boolean;
  /** The last document that was counted. */
  cursor: string;
  /** The change that the build follows. */
  changed_at: Date;
  /** The generation that reads show meanwhile. */
  previous: string | null;
  /** The namespace is being deleted. */
  deleting: boolean;
}

export const groupBuilds = new LeasedCursor<GroupBuild, 'namespace_id' | 'generation', 'built' | 'erasing' | 'cursor'>({
  name: 'group_build',
  key: ['namespace_id', 'generation'],
  cursor: ['built', 'erasing', 'cursor'],
  order: 'lease_until nulls first, namespace_id, generation',
  read: 'select c.*, n.organization, n.name as namespace, n.deleting from claimed c join namespace n on n.id = c.namespace_id',
});

/** SQL of whether the namespace `n` lies in a scope. */
const lies = (scope: string) =>
  `(n.name = ${scope} or (right(${scope}, 2) = '/*' and starts_with(n.name, left(${scope}, -1))))`;

/** The instant of the change, or the change of a document that is not counted yet. */
const uncounted = `least(date_trunc('milliseconds', app.now()),
  (select min(d.changed_at) from group_dirty d where d.namespace_id = n.id))`;

/** Where a group is counted. */
interface BuildPlace {
  organization: string;
  scope: string;
}

/** A generation that was in force until now. */
export interface EarlierGeneration {
  generation: string;
  aggregates: GroupDefinition['aggregates'];
}

/**
 * Has a generation counted that comes into force in the namespaces of a scope.
 * @param earlier whose values reads show until then
 */
export async function requestBuilds(
  tx: Tx,
  { organization, scope }: BuildPlace,
  generation: string,
  earlier: EarlierGeneration | null,
): Promise<void> {
  const names = earlier === null ? null : JSON.stringify(earlier.aggregates);
  await tx.query(
    `insert into group_build (namespace_id, generation, built, changed_at, previous, previous_aggregates)
     select n.id, $3, false, least(b.changed_at, ${uncounted}),
       case when b.built is false then b.previous else $4::bigint end,
       case when b.built is false then b.previous_aggregates else $5::jsonb end
     from namespace n left join group_build b on b.namespace_id = n.id and b.generation = $4::bigint
     where n.organization = $1 and ${lies('$2::text')}
     on conflict (namespace_id, generation) do update set built = false, cursor = '', lease_until = null,
       changed_at = excluded.changed_at, previous = excluded.previous, previous_aggregates = excluded.previous_aggregates,
       attempts = group_build.attempts + 1`,
    [organization, scope, generation, earlier?.generation ?? null, names],
  );
  if (earlier === null) return;
  // A complete generation is erased only when the new one is.
  await tx.query(
    `delete from group_build b using namespace n
     where b.generation = $3 and b.built and n.id = b.namespace_id and n.organization = $1 and ${lies('$2::text')}`,
    [organization, scope, earlier.generation],
  );
}

/** Has a generation erased that is no longer in force, with the one that reads showed in its place. */
export async function requestErasure(tx: Tx, { organization, scope }: BuildPlace, generation: string): Promise<void> {
  await tx.query(
    `insert into group_build (namespace_id, generation, built, changed_at)
     select n.id, g.generation, false, date_trunc('milliseconds', app.now())
     from namespace n cross join lateral (
       select $3::bigint as generation union
       select b.previous from group_build b where b.namespace_id = n.id and b.generation = $3::bigint and b.previous is not null
     ) g
     where n.organization = $1 and ${lies('$2::text')}
     on conflict (namespace_id, generation) do nothing`,
    [organization, scope, generation],
  );
  await tx.query('update group_build set previous = null, previous_aggregates = null where generation = $1', [
    generation,
  ]);
}

/** A judgment under its name in a scope. */
export interface ReadJudgment {
  scope: string;
  name: string;
}

/**
 * Has all documents counted again in the groups that read a judgment, after a change of what its answers mean.
 * @param field `calibrated` only for groups that read its calibrated numbers
 */
export async function requestRecounts(
  tx: Tx,
  organization: string,
  { scope, name }: ReadJudgment,
  field: 'judgments' | 'calibrated',
): Promise<void> {
  await tx.query(
    `insert into group_build (namespace_id, generation, built, changed_at)
     select n.id, g.generation, true, date_trunc('milliseconds', app.now())
     from group_definition g join namespace n on n.organization = g.organization and ${lies('g.scope')} and ${lies('$2::text')}
     where g.organization = $1 and $3 = any(g.${field})
     on conflict (namespace_id, generation) do update set cursor = '', lease_until = null, attempts = group_build.attempts + 1`,
    [organization, scope, name],
  );
}

/** The generations of a namespace whose rows are being deleted, so that nothing is counted for them. */
export async function readErasingIn(from: Queryable, namespaceId: string): Promise<Set<string>> {
  const { rows } = await from.query<{ generation: string }>(
    'select generation from group_build where namespace_id = $1 and erasing',
    [namespaceId],
  );
  return new Set(rows.map(({ generation }) => generation));
}

/** Whether reads still show a generation in place of one that is being counted. */
export async function isShown(from: Queryable, { namespace_id: id, generation }: GroupBuild): Promise<boolean> {
  const { rowCount } = await from.query('select from group_build where namespace_id = $1 and previous = $2', [
    id,
    generation,
  ]);
  return (rowCount ?? 0) > 0;
}

/** Deletes rows of a generation. @returns whether none is left */
export async function eraseGeneration(tx: Tx, build: GroupBuild, limit: number): Promise<boolean> {
  for (const table of ['group_member', 'group_value']) {
    const { rowCount } = await tx.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where namespace_id = $1 and generation = $2 limit $3))`,
      [build.namespace_id, build.generation, limit],
    );
    if ((rowCount ?? 0) > 0) return false;
  }
  return true;
}

/** Has the generation erased that reads showed until a new one was counted. */
export async function erasePrevious(tx: Tx, { namespace_id: id, previous }: GroupBuild): Promise<void> {
  if (previous === null) return;
  await tx.query(
    `insert into group_build (namespace_id, generation, built, changed_at) values ($1, $2, false, app.now())
     on conflict (namespace_id, generation) do nothing`,
    [id, previous],
  );
}

/** The next documents by key. */
export async function readNextDocuments(
  from: Queryable,
  { namespace_id: id, cursor }: GroupBuild,
  limit: number,
): Promise<string[]> {
  const { rows } = await from.query<{ id: string }>(
    'select id from document where namespace_id = $1 and id > $2 order by id limit $3',
    [id, cursor, limit],
  );
  return rows.map((row) => row.id);
}
