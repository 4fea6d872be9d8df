import type { PendingCount } from '@app/contracts/judgments';
import type { Named, Queryable } from '@app/persistence';
import { deferred, laneName } from './lane';

/** Rows of a lane that are counted; a count of this many stands for this many or more. */
export const maxCounted = 10_000;

const count: Named = {
  name: 'pending-of-namespace',
  text: `
    select l.lane, c.answers, c.oldest_s from generate_series(0, ${deferred}) l(lane)
    cross join lateral (
      select count(*)::int as answers,
        greatest(0, floor(extract(epoch from app.now() - min(p.first_touch_at))))::int as oldest_s
      from (select first_touch_at from pending where namespace_id = $1 and lane = l.lane order by due_at limit ${maxCounted}) p) c
    where c.answers > 0 order by l.lane`,
};

/** The answers of a namespace that wait, by lane in the order of service. */
export async function countPendingRows(db: Queryable, namespaceId: string): Promise<PendingCount[]> {
  const { rows } = await db.query<{ lane: number; answers: number; oldest_s: number }>(count, [namespaceId]);
  return rows.map(({ lane, ...counts }) => ({ reason: laneName(lane), ...counts }));
}
