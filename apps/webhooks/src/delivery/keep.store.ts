import { Database, newId, textArray } from '@app/persistence';
import { SettledResult, recordBy, recordStatements } from './record.store';

/*
 * `held` locks out a change that disables or deletes an endpoint, and leaves out one that is gone. The row is made once,
 * as the attempt left it, so no index has an entry of a delivery that waited. One that stands already stays as it is.
 */
const statements = recordStatements(
  'keep',
  `held as materialized (
      select endpoint_id from endpoint_turn where endpoint_id = any($2) order by endpoint_id for key share),
    bodies as (
      insert into payload (day, event_id, body, traceparent)
      select * from unnest($14::date[], $15::text[], $16::text[], $17::text[]) on conflict do nothing),
    kept as (
      insert into delivery (day, endpoint_id, event_id, id, organization, type, namespace, status, attempts, due_at,
        attempted_at, status_code, latency_ms, error, response, created_at)
      select r.day, e.id, r.event_id, r.id, e.organization, r.type, r.namespace,
        case when r.status = 'pending' and e.status = 'disabled' then 'skipped' else r.status end, 1,
        case when e.status <> 'disabled' then app.now() + make_interval(secs => r.wait_ms / 1000) end,
        app.now(), r.status_code, r.latency_ms, r.error, r.response, app.now() - make_interval(secs => r.age_ms / 1000)
      from unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[],
        $9::int[], $10::int[], $11::text[], $12::text[], $13::float8[])
        as r(day, endpoint_id, event_id, id, type, namespace, status, wait_ms, status_code, latency_ms, error, response,
          age_ms)
      join held h on h.endpoint_id = r.endpoint_id join endpoint e on e.id = r.endpoint_id
      on conflict do nothing
      returning day::text as day, endpoint_id, event_id, turn, attempted_at, test, status, null::timestamptz as before)`,
);

/**
 * Keeps the results of deliveries that were sent without a row, each with its delivery and its event's body. The caller
 * has made the partitions of their days. Leaves out deliveries to endpoints that are gone.
 */
export function keepResults(database: Database, results: readonly SettledResult[]): Promise<void> {
  // In the order of the key, so that two writers of the same events cannot deadlock.
  const inOrder = [...results].sort((a, b) => (a.delivery.eventId < b.delivery.eventId ? -1 : 1));
  return recordBy(database, statements, inOrder, valuesOf(inOrder));
}

function valuesOf(results: readonly SettledResult[]): unknown[] {
  const deliveries = results.map(({ delivery }) => delivery);
  const events = deliveries.map(({ direct }) => direct!.wanted.event);
  const bodies = [...new Map(deliveries.map((each) => [each.eventId, each])).values()];
  const nowMs = performance.now();
  return [
    deliveries.map(({ day }) => day),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(() => newId('dlv')),
    events.map(({ type }) => type),
    events.map(({ namespace }) => namespace),
    results.map(({ settlement }) => settlement.status),
    results.map(({ settlement }) => settlement.waitMs),
    results.map(({ outcome }) => outcome.statusCode),
    results.map(({ outcome }) => Math.round(outcome.latencyMs)),
    results.map(({ outcome }) => outcome.error),
    results.map(({ outcome }) => outcome.responseText),
    deliveries.map(({ heldFromMs }) => nowMs - heldFromMs),
    bodies.map(({ day }) => day),
    bodies.map(({ eventId }) => eventId),
    textArray(bodies.map(({ body }) => body)),
    bodies.map(({ traceparent }) => traceparent),
  ];
}
