import { makeEvent } from '@app/contracts/events';
import type { AttemptError } from '@app/egress';
import { Tx, addToOutbox, eventRow, killPoint, newId } from '@app/persistence';
import { Endpoint, toView } from '../endpoint/endpoint';
import { fromRow } from '../endpoint/endpoint-row';
import { skipPending } from '../endpoint/skip-pending';
import { readStats } from '../tally/tally.store';
import { HealthChange, HealthState, afterAttempt } from './health';
import { HealthRow, healEndpoints, readHealthLocked, writeHealth } from './health.store';

/** A recorded attempt. */
export interface CountedAttempt {
  endpointId: string;
  succeeded: boolean;
  /** A test send does not change the health of its endpoint. */
  test: boolean;
  /** Why the attempt failed; null when it succeeded. */
  error: AttemptError | null;
  /** HTTP status of the response; null when there was none. */
  statusCode: number | null;
}

/** An endpoint with its health after some attempts. */
interface Assessed {
  row: HealthRow;
  state: HealthState;
  changes: { change: HealthChange; at: CountedAttempt }[];
}

/**
 * Counts attempts, in the order in which they ended, into the health of their endpoints, and raises one event for each
 * change. It runs in the transaction that records the attempts. The caller has locked the `endpoint_turn` rows of
 * endpoints with a failed attempt, so a concurrent transaction sees the change and raises no second event.
 */
export async function countAttempts(tx: Tx, all: readonly CountedAttempt[]): Promise<void> {
  const attempts = all.filter(({ test }) => !test);
  const failed = new Set(attempts.filter(({ succeeded }) => !succeeded).map(({ endpointId }) => endpointId));
  const onlySucceeded = new Set(attempts.map(({ endpointId }) => endpointId).filter((id) => !failed.has(id)));
  if (onlySucceeded.size > 0) await healEndpoints(tx, [...onlySucceeded]);
  if (failed.size === 0) return;
  const assessed = (await readHealthLocked(tx, [...failed])).map((row) => assess(row, attempts));
  await writeHealth(
    tx,
    assessed.map((each) => ({
      id: each.row.id,
      status: each.state.status,
      firstFailureAt: dateOf(each.state.firstFailureAtMs),
      failedAttempts: each.state.failedAttempts,
      failingSince: failingSince(each),
    })),
  );
  for (const each of assessed) for (const { change, at } of each.changes) await raiseChange(tx, each, change, at);
}

function assess(row: HealthRow, attempts: readonly CountedAttempt[]): Assessed {
  const atMs = row.now.getTime();
  const changes: Assessed['changes'] = [];
  let state: HealthState = {
    status: row.status,
    firstFailureAtMs: row.first_failure_at?.getTime() ?? null,
    failedAttempts: row.failed_attempts,
  };
  for (const at of attempts) {
    if (at.endpointId !== row.id) continue;
    const next = afterAttempt(state, at.succeeded, atMs);
    state = next.state;
    if (next.change) changes.push({ change: next.change, at });
  }
  return { row, state, changes };
}

async function raiseChange(tx: Tx, each: Assessed, change: HealthChange, at: CountedAttempt): Promise<void> {
  const { row } = each;
  if (change === 'disabled') await skipPending(tx, row.id);
  const endpoint: Endpoint = { ...fromRow(row), status: change, failingSince: failingSince(each) };
  const [stats] = await readStats(tx, [row.id]);
  const event = makeEvent(
    `webhook_endpoint.${change}`,
    { id: newId('evt'), organization: row.organization, namespace: null, timestamp: row.now.toISOString() },
    { endpoint: toView(endpoint, stats, row.now.getTime()), last_error: failureOf(at) },
  );
  await addToOutbox(tx, [eventRow(event)]);
  await killPoint('webhooks.health.before-commit');
}

function failureOf({ endpointId, error, statusCode }: CountedAttempt): {
  error: AttemptError;
  status_code: number | null;
} {
  if (error === null) throw new Error(`endpoint ${endpointId} changed at an attempt that did not fail`);
  return { error, status_code: statusCode };
}

/** The first failure after the last success, while the endpoint fails or after failing disabled it. */
function failingSince({ row, state }: Pick<Assessed, 'row' | 'state'>): Date | null {
  if (row.status === 'disabled') return row.failing_since;
  return state.status === 'active' ? null : dateOf(state.firstFailureAtMs);
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
