import { Database, Named, killPoint } from '@app/persistence';
import { CountedAttempt, countAttempts } from '../health/count-attempts';
import { healSql } from '../health/health.store';
import { tallySql } from '../tally/tally.store';
import { AttemptResult, DeliveryKey } from './delivery';
import { Settlement } from './settlement';

const lockTurns = {
  name: 'result-lock-moved',
  text: 'select 1 from endpoint_turn where endpoint_id = any($1) order by endpoint_id for no key update',
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

/** The statements that record results: any, and successes alone. */
export interface RecordStatements {
  any: Named;
  successes: Named;
}

/**
 * Most batches are successes only. One statement records and counts them, and resets the health of their endpoints.
 * @param kept common table expressions, the last of them `kept`: the rows that were written, with the columns of
 *   `RecordedRow` and those that `tallySql` needs
 */
export function recordStatements(name: string, kept: string): RecordStatements {
  const counted = `counted as (${tallySql('kept')})`;
  const healed = `healed as (${healSql('select endpoint_id from kept where not test')})`;
  return {
    any: { name: `${name}-any`, text: `with ${kept}, ${counted} select * from kept` },
    successes: { name: `${name}-successes`, text: `with ${kept}, ${counted}, ${healed} select from kept limit 0` },
  };
}

/** Records results together, and what they make of their endpoints. @param values of the statements */
export async function recordBy(
  database: Database,
  { any, successes }: RecordStatements,
  results: readonly SettledResult[],
  values: unknown[],
): Promise<void> {
  const failed = results.filter(({ settlement }) => settlement.status !== 'succeeded');
  if (failed.length === 0) {
    await killPoint('webhooks.record.before-commit');
    await database.query(successes, values);
    return;
  }
  await database.transaction('webhooks.record', async (tx) => {
    await tx.query(lockTurns, [idsOf(failed)]);
    const { rows } = await tx.query<RecordedRow>(any, values);
    await tx.query(updateDue, [
      failed.map(({ delivery }) => delivery.endpointId),
      failed.map(({ settlement }) => settlement.waitMs),
      failed.map(({ settlement }) => settlement.pauseMs),
    ]);
    await countAttempts(tx, attemptsOf(results, rows));
  });
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
