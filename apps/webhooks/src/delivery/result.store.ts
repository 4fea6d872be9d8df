import { Database } from '@app/persistence';
import { fenceOf } from './delivery';
import { SettledResult, recordBy, recordStatements } from './record.store';

/*
 * `due_at is not null` means pending. A condition on `status` would let a plan read the index of all pending deliveries
 * for each result. `held` locks out a change that disables or deletes an endpoint, and lets claims of its other
 * deliveries go on. `attempts` and `ahead` are the fence: a process that claimed the delivery after this lease ended has
 * changed one of them.
 */
const statements = recordStatements(
  'result',
  `held as materialized (
      select 1 from endpoint_turn where endpoint_id = any($2) order by endpoint_id for key share),
    kept as (
      update delivery d set status = r.status, due_at = app.now() + make_interval(secs => r.wait_ms / 1000),
        attempts = r.attempts + r.ahead::int, ahead = false, attempted_at = app.now(), status_code = r.status_code,
        latency_ms = r.latency_ms, error = r.error, response = r.response
      from unnest($1::date[], $2::text[], $3::text[], $4::int[], $5::int[], $6::boolean[], $7::timestamptz[], $8::text[],
        $9::float8[], $10::int[], $11::int[], $12::text[], $13::text[])
        as r(day, endpoint_id, event_id, turn, attempts, ahead, before, status, wait_ms, status_code, latency_ms, error, response)
      where d.day = r.day and d.endpoint_id = r.endpoint_id and d.event_id = r.event_id and d.turn = r.turn
        and d.attempts = r.attempts and d.ahead = r.ahead and d.due_at is not null and (select count(*) from held) >= 0
      returning d.day::text as day, d.endpoint_id, d.event_id, d.turn, d.attempted_at, d.test, d.status, r.before)`,
);

/** Records the results of attempts together. Drops a result whose delivery another process has claimed since. */
export function recordResults(database: Database, results: readonly SettledResult[]): Promise<void> {
  return recordBy(database, statements, results, valuesOf(results));
}

function valuesOf(results: readonly SettledResult[]): unknown[] {
  const deliveries = results.map(({ delivery }) => delivery);
  return [
    deliveries.map(({ day }) => day),
    deliveries.map(({ endpointId }) => endpointId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ turn }) => turn),
    deliveries.map(fenceOf),
    deliveries.map(({ ahead }) => ahead),
    deliveries.map(({ attemptedAt }) => attemptedAt),
    results.map(({ settlement }) => settlement.status),
    results.map(({ settlement }) => settlement.waitMs),
    results.map(({ outcome }) => outcome.statusCode),
    results.map(({ outcome }) => Math.round(outcome.latencyMs)),
    results.map(({ outcome }) => outcome.error),
    results.map(({ outcome }) => outcome.responseText),
  ];
}
