import { Queryable } from '@app/persistence';
import { DeliveryKey } from './delivery';

interface KnownRow {
  event_id: string;
  endpoint_id: string;
}

// One look by the whole key for each: a join could be planned as a walk over the rows of a day.
const known = {
  name: 'delivery-known',
  text: `select g.event_id, g.endpoint_id
    from unnest($1::date[], $2::text[], $3::text[]) as g(day, event_id, endpoint_id)
      cross join lateral (select from delivery d
        where d.day = g.day and d.event_id = g.event_id and d.endpoint_id = g.endpoint_id and d.turn = 0 limit 1) d`,
};

/** What names a delivery of an event in memory. */
export function nameOf({ eventId, endpointId }: Pick<DeliveryKey, 'eventId' | 'endpointId'>): string {
  return `${eventId} ${endpointId}`;
}

/** Which of these deliveries, each the first of its event to its endpoint, have rows: their names. */
export async function readKnown(
  db: Queryable,
  keys: readonly Pick<DeliveryKey, 'day' | 'eventId' | 'endpointId'>[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await db.query<KnownRow>(known, [
    keys.map(({ day }) => day),
    keys.map(({ eventId }) => eventId),
    keys.map(({ endpointId }) => endpointId),
  ]);
  return new Set(rows.map(({ event_id: eventId, endpoint_id: endpointId }) => nameOf({ eventId, endpointId })));
}
