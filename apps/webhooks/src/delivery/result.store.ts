import { Database, killPoint } from '@app/persistence';
import { CountedAttempt, countAttempts } from '../health/count-attempts';
import { healSql } from '../health/health.store';
import { tallySql } from '../tally/tally.store';
import { AttemptResult, DeliveryKey, fenceOf } from './delivery';
import { Settlement } from './settlement';

const lockTurns = {
  name: 'result-lock-moved',
  text: 'select 1 from endpoint_turn where endpoint_id = any($1) order by endpoint_id for no key update',
};
/*
 * `due_at is not null` means pending. A condition on `status` would let a plan read the index of all pending deliveries
 * for each result. `held` locks out a change that disables or deletes an endpoint, and lets claims of its other
 * deliveries go on. `attempts` and `ahead` are the fence: a process that claimed the delivery after this lease ended has
 * changed one of them.
 */
const kept = `held as materialized (
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
      returning d.day::text as day, d.endpoint_id, d.event_id, d.turn, d.attempted_at, d.test, d.status, r.before)`;
const recordAny = { name: 'result-any', text: `with ${kept}, counted as (${tallySql('kept')}) select * from kept` };
// Most batches are successes only. One statement records and counts them, and resets the health of their endpoints.
const recordSuccesses = {
  name: 'result-successes',
  text: `with ${kept}, counted as (${tallySql('kept')}), healed as (${healSql('select endpoint_id from kept where not test')})
    select from kept limit 0`,
};
const updateDue = {
  name: 'result-move',
  text: `update endpoint_turn t set
      due_at = least(t.due_at, app.now() + make_interval(secs => m.wait_ms / 1000)),
      paused_until = greatest(t.paused_until, app.now() + make_interval(secs => m.pause_ms / 1000))
    from (select endpoint_id, min(wait_ms) as wait_ms, max(pause_ms) as pause_ms
          from unnest($1::text[], $2::float8[], $3::float8[]) as g(endpoint_id, wait_ms, pause_ms) group by endpoint_id) m
    where t.endpoint_id = m.endpoint_id`,
};

interface RecordedRow {
  day: string;
  endpoint_id: string;
  event_id: string;
  turn: number;
  test: boolean;
}

/** A result, and what it makes of its delivery. */
export interface SettledResult extends AttemptResult {
  settlement: Settlement;
}

/** Records the results of attempts together. Drops a result whose delivery another process has claimed since. */
export async function recordResults(database: Database, results: readonly SettledResult[]): Promise<void> {
  const failed = results.filter(({ settlement }) => settlement.status !== 'succeeded');
  if (failed.length > 0) return recordWithFailures(database, results, failed);
  await killPoint('webhooks.record.before-commit');
  await database.query(recordSuccesses, valuesOf(results));
}

function recordWithFailures(
  database: Database,
  results: readonly SettledResult[],
  failed: readonly SettledResult[],
): Promise<void> {
  return database.transaction('webhooks.record', async (tx) => {
    await tx.query(lockTurns, [idsOf(failed)]);
    const { rows } = await tx.query<RecordedRow>(recordAny, valuesOf(results));
    await tx.query(updateDue, [
      failed.map(({ delivery }) => delivery.endpointId),
      failed.map(({ settlement }) => settlement.waitMs),
      failed.map(({ settlement }) => settlement.pauseMs),
    ]);
    await countAttempts(tx, attemptsOf(results, rows));
  });
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

function idsOf(results: readonly SettledResult[]): string[] {
  return [...new Set(results.map(({ delivery }) => delivery.endpointId))];
}

/** The attempts whose results were recorded, in the order in which they ended. */
function attemptsOf(results: readonly SettledResult[], rows: readonly RecordedRow[]): CountedAttempt[] {
  const recorded = new Map(
    rows.map((row) => [keyOf({ ...row, endpointId: row.endpoint_id, eventId: row.event_id }), row] as const),
  );
  return results.flatMap(({ delivery, outcome }) => {
    const row = recorded.get(keyOf(delivery));
    if (!row) return [];
    const { ok: succeeded, error, statusCode } = outcome;
    return [{ endpointId: delivery.endpointId, succeeded, test: row.test, error, statusCode }];
  });
}

function keyOf({ day, endpointId, eventId, turn }: DeliveryKey): string {
  return `${day} ${endpointId} ${eventId} ${turn}`;
}
