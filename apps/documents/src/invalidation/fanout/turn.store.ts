import type { Queryable, Tx } from '@app/persistence';

/** Select that finds a row when a namespace may have a turn. */
export const dueTurns = `select from (select from fanout_organization
  union all select from fanout_turn where place is null and wakes_at <= app.now()) t`;

/**
 * Says when a walk of a namespace may be claimed, in the transaction that gives it back.
 * @param afterS seconds until then
 */
export async function expectFanouts(tx: Tx, namespaceId: string, afterS: number): Promise<void> {
  await tx.query('select expect_fanouts($1, app.now() + make_interval(secs => $2))', [namespaceId, afterS]);
}

/**
 * Gives turns to namespaces that have walks which may be claimed, and none: a build from before turns adds walks without
 * one, and lets fan-outs of a namespace run again without waking them.
 */
export async function findLostTurns(on: Queryable): Promise<void> {
  await on.query(
    `select expect_fanouts(n.id, app.now()) from namespace n left join fanout_turn t on t.namespace_id = n.id
     where n.id in (select namespace_id from fanout_walk where coalesce(lease_until, due_at) <= app.now())
       and (t.namespace_id is null or t.place is null and t.wakes_at > app.now()) and not n.deleting
       and coalesce((n.fanout ->> 'enabled')::boolean, true) and coalesce((n.fanout ->> 'share')::float8, 1) > 0
     order by n.id`,
  );
}
