import type { Named, Queryable, Tx } from '@app/persistence';
import type { ClaimedRow } from '../pending/pending';
import { fanout } from '../pending/lane';
import { Wanting, wholeNamespace } from './room';

/*
 * A grant is counted in the second after it, so that it leaves the window 24 hours later at the earliest. Every statement
 * reads the clock anew; the statements after a lock therefore read a later time than the transaction that held it before.
 */

const lock: Named = {
  name: 'rolling-lock',
  text: `select judgment_id from rolling where namespace_id = $1 and judgment_id = any($2) order by judgment_id for update`,
};
const make: Named = {
  name: 'rolling-make',
  text: `insert into rolling (namespace_id, judgment_id) select $1, id from unnest($2::text[]) id order by 2 on conflict do nothing`,
};
const prune: Named = {
  name: 'rolling-prune',
  text: `
  with gone as (
    delete from rolling_use where namespace_id = $1 and at <= app.now() - interval '24 h' returning judgment_id, asked),
  sums as (
    select judgment_id, sum(asked) as asked from gone group by 1
    union all select '${wholeNamespace}', sum(asked) from gone having count(*) > 0)
  update rolling r set used = r.used - s.asked from sums s where r.namespace_id = $1 and r.judgment_id = s.judgment_id`,
};

/** Locks what judgments of a namespace have used of their limits, its sum first, and forgets what is older than 24 hours. */
export async function lockUse(tx: Tx, namespaceId: string, judgmentIds: Iterable<string>): Promise<void> {
  const keys = [...new Set([wholeNamespace, ...judgmentIds])];
  const { rowCount } = await tx.query(lock, [namespaceId, keys]);
  if (rowCount !== keys.length) {
    await tx.query(make, [namespaceId, keys]);
    await tx.query(lock, [namespaceId, keys]);
  }
  await tx.query(prune, [namespaceId]);
}

const used: Named = {
  name: 'rolling-used',
  text: `
  select k.key as judgment_id, (coalesce((select used from rolling where namespace_id = $1 and judgment_id = k.key), 0)
    - coalesce((select sum(asked) from rolling_use u where u.namespace_id = $1 and u.at <= app.now() - interval '24 h'
        and (k.key = '${wholeNamespace}' or u.judgment_id = k.key)), 0))::float8 as used
  from unnest($2::text[]) k(key)`,
};

/** Grants of the last 24 hours: of a judgment, and of the whole namespace under `*`. */
export async function readUsedBy(
  db: Queryable,
  namespaceId: string,
  judgmentIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ judgment_id: string; used: number }>(used, [
    namespaceId,
    [wholeNamespace, ...judgmentIds],
  ]);
  return new Map(rows.map((row) => [row.judgment_id, row.used]));
}

const roomAt: Named = {
  name: 'rolling-room-at',
  text: `
  select at + interval '24 h' as at from (
    select at, sum(asked) over (order by at) as gone from rolling_use
    where namespace_id = $1 and ($2 = '${wholeNamespace}' or judgment_id = $2) and asked > 0) w
  where gone > $3::bigint order by w.at limit 1`,
};

/** When a limit has room again; null when it has none by then as it stands. @param key judgment id, or `*` */
export async function readWhenRoom(
  tx: Tx,
  namespaceId: string,
  key: string,
  { used: count, limit }: { used: number; limit: number },
): Promise<Date | null> {
  if (limit <= 0) return null;
  const { rows } = await tx.query<{ at: Date }>(roomAt, [namespaceId, key, Math.max(0, count - limit)]);
  return rows[0]?.at ?? null;
}

const keysOf = `unnest($3::text[], $4::text[]) as k(doc, jdg)`;
const isKey = `p.namespace_id = $1 and p.document_id = any($3) and p.document_id = k.doc and p.judgment_id = k.jdg
  and p.target_version = 0`;

/* Lane and count are read, not asked for: with both Postgres may walk all fan-out of a namespace by `pending_fanout`. */
const lockClaimed: Named = {
  name: 'rolling-lock-claimed',
  text: `
  select p.document_id as document, p.judgment_id as "judgmentId", coalesce(p.deferred_from, p.wanted_at) as "from",
    p.lane = ${fanout} and p.counted_at is null as "isUncounted"
  from ${keysOf} join pending p on ${isKey} where p.claim_id = $2 order by p.document_id, p.judgment_id for update of p`,
};

type Claimed = Pick<ClaimedRow, 'document' | 'judgmentId'>;
type ClaimKey = { namespaceId: string; id: string };

/** Locks those of some claimed rows that are to be counted: nobody but a fan-out wants them by now. */
export async function lockUncounted(tx: Tx, claim: ClaimKey, rows: readonly Claimed[]): Promise<Wanting[]> {
  const locked = await tx.query<Wanting & { isUncounted: boolean }>(lockClaimed, parametersOf(claim, rows));
  return locked.rows.filter(({ isUncounted }) => isUncounted);
}

const count: Named = {
  name: 'rolling-count',
  text: `
  with counted as (
    update pending p set counted_at = s.at
    from ${keysOf}, (select date_trunc('second', app.now() + interval '999999 us') as at) s
    where ${isKey} and p.claim_id = $2 returning p.judgment_id, p.counted_at),
  uses as (
    insert into rolling_use as u (namespace_id, at, judgment_id, asked)
    select $1, counted_at, judgment_id, count(*) from counted group by 2, 3 order by 2, 3
    on conflict (namespace_id, at, judgment_id) do update set asked = u.asked + excluded.asked),
  sums as (
    select judgment_id, count(*) as asked from counted group by 1
    union all select '${wholeNamespace}', count(*) from counted)
  update rolling r set used = r.used + s.asked from sums s where r.namespace_id = $1 and r.judgment_id = s.judgment_id`,
};

/** Counts claimed rows as granted. */
export async function countRows(tx: Tx, claim: ClaimKey, rows: readonly Claimed[]): Promise<void> {
  if (rows.length > 0) await tx.query(count, parametersOf(claim, rows));
}

const uncount: Named = {
  name: 'rolling-uncount',
  text: `
  with held as materialized (
    select p.document_id, p.judgment_id, p.counted_at from ${keysOf} join pending p on ${isKey}
    where p.claim_id = $2 and p.counted_at is not null order by p.document_id, p.judgment_id for update of p),
  freed as (
    update pending p set counted_at = null from held h
    where p.namespace_id = $1 and p.document_id = any($3) and p.document_id = h.document_id
      and p.judgment_id = h.judgment_id and p.target_version = 0),
  by_second as (select judgment_id, counted_at, count(*) as asked from held group by 1, 2),
  uses as (
    update rolling_use u set asked = u.asked - f.asked from by_second f
    where u.namespace_id = $1 and u.at = f.counted_at and u.judgment_id = f.judgment_id
    returning f.judgment_id, f.asked),
  sums as (
    select judgment_id, sum(asked) as asked from uses group by 1
    union all select '${wholeNamespace}', sum(asked) from uses having count(*) > 0)
  update rolling r set used = r.used - s.asked from sums s where r.namespace_id = $1 and r.judgment_id = s.judgment_id`,
};

/** Takes the count of claimed rows back: no engine was asked. */
export async function uncountRows(tx: Tx, claim: ClaimKey, rows: readonly Claimed[]): Promise<void> {
  await tx.query(uncount, parametersOf(claim, rows));
}

function parametersOf({ namespaceId, id }: ClaimKey, rows: readonly Claimed[]): unknown[] {
  return [namespaceId, id, rows.map(({ document }) => document), rows.map(({ judgmentId }) => judgmentId)];
}
