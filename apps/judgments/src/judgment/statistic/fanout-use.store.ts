import { lanes } from '@app/contracts/engines';
import { FanoutUse } from '@app/contracts/judgments';
import { timestamp } from '@app/observability';
import type { Named, Queryable } from '@app/persistence';

/** Waiting answers of a judgment that are counted at most. */
const mostCounted = 10_000;
/** Fan-out waits in its own lane, and past its limit in the one behind all lanes; the index `pending_fanout` holds these two alone. */
const waitingLanes = [lanes.indexOf('fanout'), lanes.length].join(', ');

interface UseRow {
  judgment_id: string;
  used: number;
  deferred: number;
  resumes_at: Date | null;
}

const use: Named = {
  name: 'statistic-fanout-use',
  text: `
  select j.id as judgment_id, nullif(d.resumes_at, 'infinity') as resumes_at,
    greatest(0, coalesce(r.used, 0) - coalesce((select sum(u.asked) from rolling_use u
      where u.namespace_id = $1 and u.judgment_id = j.id and u.at <= app.now() - interval '24 h'), 0))::float8 as used,
    case when d.judgment_id is null then 0 else (
      select count(*) from (select from pending p where p.namespace_id = $1 and p.judgment_id = j.id and p.lane in (${waitingLanes})
        and p.counted_at is null limit ${mostCounted}) w) end::float8 as deferred
  from unnest($2::text[]) j(id)
  left join rolling r on r.namespace_id = $1 and r.judgment_id = j.id
  left join deferral d on d.namespace_id = $1 and d.judgment_id = j.id`,
};

/**
 * How much of their rolling limits judgments have used in a namespace.
 * @param limits by judgment id, the answers that its fan-out may ask in any 24 hours
 */
export async function readFanoutUse(
  db: Queryable,
  namespaceId: string,
  limits: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, FanoutUse>> {
  if (limits.size === 0) return new Map();
  const { rows } = await db.query<UseRow>(use, [namespaceId, [...limits.keys()]]);
  return new Map(
    rows.map(({ judgment_id: id, used, deferred, resumes_at: at }) => [
      id,
      { used_24h: used, limit: limits.get(id)!, deferred, resumes_at: at && timestamp(at.getTime()) },
    ]),
  );
}
