import { Queryable } from '@app/persistence';
import { DeliveryKey } from './delivery';

interface KnownRow {
  event_id: string;
  endpoint_id: string;
}

/*
 * Days between a first and a last one name the partitions before the plan opens any; the join alone would open all of
 * them. Events of a batch are mostly of one day.
 */
const known = {
  name: 'delivery-known',
  text: `select d.event_id, d.endpoint_id
    from unnest($1::date[], $2::text[], $3::text[]) as g(day, event_id, endpoint_id)
      join delivery d on d.day = g.day and d.event_id = g.event_id and d.endpoint_id = g.endpoint_id and d.turn = 0
    where d.day >= $4::date and d.day <= $5::date`,
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
  const days = keys.map(({ day }) => day).sort();
  const { rows } = await db.query<KnownRow>(known, [
    keys.map(({ day }) => day),
    keys.map(({ eventId }) => eventId),
    keys.map(({ endpointId }) => endpointId),
    days[0],
    days[days.length - 1],
  ]);
  return new Set(rows.map(({ event_id: eventId, endpoint_id: endpointId }) => nameOf({ eventId, endpointId })));
}
