import { Tx, newId, textArray } from '@app/persistence';
import { leaseS } from './claim.store';
import { ClaimedRow, signerColumns, toClaimed } from './claimed-row';
import { ClaimedDelivery, NewDelivery, bodyOf, dayOf } from './delivery';
import { Hold } from './headroom';

/** A locked row of `endpoint_turn`. */
export interface LockedTurn {
  endpoint_id: string;
  /** None of its deliveries is due, and it is not paused. */
  is_idle: boolean;
  /** Its next look is due before a lease that begins now would end. */
  is_due_in_lease: boolean;
}

type InsertedRow = Omit<ClaimedRow, 'body' | 'traceparent'>;

const lock = {
  name: 'queue-lock',
  text: `select t.endpoint_id, t.due_at > app.now() and (t.paused_until is null or t.paused_until <= app.now()) as is_idle,
      t.due_at <= app.now() + interval '${leaseS} seconds' as is_due_in_lease
    from endpoint_turn t where t.endpoint_id = any($1) order by t.endpoint_id for no key update`,
};

const insertPayloads = {
  name: 'queue-payloads',
  text: `insert into payload (day, event_id, body, traceparent)
         select * from unnest($1::date[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
};

// Reads status and rate after `lock`, so an endpoint that is being disabled gets skipped rows.
const insertDeliveries = {
  name: 'queue-deliveries',
  text: `with added as (
      insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, attempts, ahead, due_at,
        leased_until)
      select g.day, g.endpoint_id, g.event_id, g.id, e.organization, g.type, g.namespace,
        case when e.status = 'disabled' then 'skipped' else 'pending' end,
        case when e.status <> 'disabled' and e.max_per_second is null and g.hold = 'now' then 1 else 0 end,
        e.status <> 'disabled' and e.max_per_second is null and g.hold = 'ahead',
        case when e.status = 'disabled' then null
          when e.max_per_second is null and g.hold <> 'no' then app.now() + interval '${leaseS} seconds'
          else app.now() end,
        case when e.status <> 'disabled' and e.max_per_second is null and g.hold <> 'no'
          then app.now() + interval '${leaseS} seconds' end
      from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
        as g(day, endpoint_id, event_id, id, type, namespace, hold)
      join endpoint e on e.id = g.endpoint_id
      on conflict do nothing
      returning day, endpoint_id, event_id, turn, attempts, ahead, attempted_at, status)
    select a.day::text as day, a.endpoint_id, a.event_id, a.turn, a.attempts, a.ahead, a.attempted_at, a.status, ${signerColumns}
    from added a join endpoint e on e.id = a.endpoint_id where a.attempts > 0 or a.ahead`,
};

const forward = {
  name: 'queue-forward',
  text: `update endpoint_turn set due_at = least(due_at, app.now() + make_interval(secs => $2))
    where endpoint_id = any($1)`,
};

/** Locks the `endpoint_turn` rows of endpoints in the order of their ids. */
export async function lockTurns(tx: Tx, endpointIds: readonly string[]): Promise<LockedTurn[]> {
  const { rows } = await tx.query<LockedTurn>(lock, [endpointIds]);
  return rows;
}

/** What is sent of an event, and the trace that it belongs to. */
type Payload = Pick<ClaimedDelivery, 'body' | 'traceparent'>;

/** Adds each event's body once. @returns the payloads by event id */
export async function addPayloads(tx: Tx, deliveries: readonly NewDelivery[]): Promise<Map<string, Payload>> {
  const events = [...new Map(deliveries.map((each) => [each.event.id, each])).values()];
  // In the order of the key, so that two consumers of the same events cannot deadlock.
  events.sort((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const payloads = events.map(({ event, traceparent = null }) => ({ body: bodyOf(event), traceparent }));
  await tx.query(insertPayloads, [
    events.map(({ event }) => dayOf(event)),
    events.map(({ event }) => event.id),
    textArray(payloads.map(({ body }) => body)),
    payloads.map(({ traceparent }) => traceparent),
  ]);
  return new Map(events.map(({ event }, i) => [event.id, payloads[i]]));
}

/**
 * Adds deliveries, each (event, endpoint) once. The caller has locked the endpoints with `lockTurns`.
 * @param holds for each delivery, whether this process holds it at once
 * @param payloads by event id
 * @returns the new deliveries that this process holds
 */
export async function addDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  holds: readonly Hold[],
  payloads: ReadonlyMap<string, Payload>,
): Promise<ClaimedDelivery[]> {
  const heldFromMs = performance.now();
  const { rows } = await tx.query<InsertedRow>(insertDeliveries, [
    deliveries.map(({ event }) => dayOf(event)),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ event }) => event.id),
    deliveries.map(() => newId('dlv')),
    deliveries.map(({ event }) => event.type),
    deliveries.map(({ event }) => event.namespace),
    holds,
  ]);
  return rows.map((row) => toClaimed({ ...row, ...payloads.get(row.event_id)! }, 0, heldFromMs));
}

/** Makes endpoints due at the latest after this many seconds. */
export async function bringForward(tx: Tx, endpointIds: readonly string[], seconds: number): Promise<void> {
  if (endpointIds.length > 0) await tx.query(forward, [endpointIds, seconds]);
}
