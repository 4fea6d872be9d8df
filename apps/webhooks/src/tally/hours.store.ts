import type { EndpointHour } from '@app/contracts/webhooks';
import { Queryable } from '@app/persistence';

const find = {
  name: 'tally-hours',
  text: `select h.at, greatest(0, coalesce(t.deliveries, 0)) as deliveries, greatest(0, coalesce(t.succeeded, 0)) as succeeded
    from (select date_trunc('hour', app.now(), 'UTC') - n * interval '1 hour' as at from generate_series(0, $2::int - 1) n) h
    left join tally t on t.endpoint_id = $1 and t.span = 'hour' and t.at = h.at order by h.at`,
};

/** The deliveries of an endpoint in each of its last hours, oldest first, without gaps. @param hours 1 to 24 */
export async function readHours(db: Queryable, endpointId: string, hours: number): Promise<EndpointHour[]> {
  const { rows } = await db.query<{ at: Date; deliveries: number; succeeded: number }>(find, [endpointId, hours]);
  return rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }));
}
