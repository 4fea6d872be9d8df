import { Queryable, Tx } from '@app/persistence';
import { DeliveryKey } from '../delivery/delivery';

/** An event as it can be sent again. */
export interface SendableEvent {
  id: string;
  type: string;
  /** Null for an event of the organization, and for a test send. */
  namespace: string | null;
  /** The record to sign and send, as JSON text. */
  body: string;
  /** The endpoint that a test send tested; null for an event that happened. */
  testedEndpoint: string | null;
}

/** A test send as a row of `delivery`. */
export interface TestRow {
  day: string;
  endpointId: string;
  organization: string;
  eventId: string;
  /** Id of the delivery. */
  id: string;
  type: string;
}

interface EventRow {
  type: string;
  namespace: string | null;
  test: boolean;
  endpoint_id: string;
  body: string;
}

// Every caller holds the `endpoint_turn` row of the endpoint locked (`findLocked`).
const insertPayload = {
  name: 'requeue-payload',
  text: 'insert into payload (day, event_id, body) values ($1, $2, $3) on conflict do nothing',
};

const insertTest = {
  name: 'requeue-test',
  text: `insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, test, status, due_at)
    select $1::date, e.id, $3, $4, e.organization, $5, null, true, 'pending', app.now()
    from endpoint e where e.id = $2 and e.organization = $6 and e.status <> 'disabled'`,
};

// Turn 0 is left to the event's own delivery, which may still come.
const insertAgain = {
  name: 'requeue-again',
  text: `insert into delivery (day, endpoint_id, event_id, turn, id, organization, type, namespace, test, status, due_at)
    select $1::date, e.id, $3, 1 + coalesce((select max(d.turn) from delivery d
        where d.day = $1::date and d.endpoint_id = e.id and d.event_id = $3), 0),
      $4, e.organization, $5, $6, $7, 'pending', app.now()
    from endpoint e where e.id = $2 returning turn`,
};

const bringForward = {
  name: 'requeue-forward',
  text: 'update endpoint_turn set due_at = least(due_at, app.now()) where endpoint_id = $1',
};

const find = {
  name: 'requeue-find',
  text: `select d.type, d.namespace, d.test, d.endpoint_id, p.body from delivery d
      join payload p on p.day = d.day and p.event_id = d.event_id
    where d.day = $1::date and d.event_id = $2 and d.organization = $3
      and d.endpoint_id = any(array(select id from endpoint where organization = $3)) limit 1`,
};

/** Queues a test send. The caller has made the day's partition. @returns false for a disabled endpoint: nothing is queued */
export async function addTest(tx: Tx, row: TestRow, body: string): Promise<boolean> {
  const { day, endpointId, eventId, id, type, organization } = row;
  await tx.query(insertPayload, [day, eventId, body]);
  const { rowCount } = await tx.query(insertTest, [day, endpointId, eventId, id, type, organization]);
  await tx.query(bringForward, [endpointId]);
  return rowCount !== 0;
}

/**
 * Queues one more delivery of an event.
 * @param to `day` of the partition, which the caller has made; `id` of the new delivery
 */
export async function addAgain(
  tx: Tx,
  { day, endpointId, id }: { day: string; endpointId: string; id: string },
  event: SendableEvent,
): Promise<DeliveryKey> {
  await tx.query(insertPayload, [day, event.id, event.body]);
  const { rows } = await tx.query<{ turn: number }>(insertAgain, [
    ...[day, endpointId, event.id, id],
    ...[event.type, event.namespace, event.testedEndpoint !== null],
  ]);
  await tx.query(bringForward, [endpointId]);
  return { day, endpointId, eventId: event.id, turn: rows[0].turn };
}

/** An event that was queued for any endpoint of the organization. @param day on which the event was made */
export async function findQueued(
  database: Queryable,
  organization: string,
  id: string,
  day: string,
): Promise<SendableEvent | null> {
  const { rows } = await database.query<EventRow>(find, [day, id, organization]);
  if (rows.length === 0) return null;
  const [{ type, namespace, test, endpoint_id: endpointId, body }] = rows;
  return { id, type, namespace, body, testedEndpoint: test ? endpointId : null };
}
