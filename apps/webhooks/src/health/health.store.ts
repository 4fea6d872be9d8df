import { makeEvent } from '@app/contracts';
import type { AttemptError } from '@app/egress';
import { Tx, addToOutbox, eventRow, killPoint, newId } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { Endpoint, toView } from '../endpoint/endpoint';
import { EndpointRow, fromRow } from '../endpoint/endpoint.store';
import { TallyStore } from '../tally/tally.store';
import { skipPending } from '../endpoint/skip-pending';
import { HealthChange, HealthState, afterAttempt } from './health';

/** A recorded attempt. */
export interface CountedAttempt {
  endpointId: string;
  succeeded: boolean;
  /** Test sends say nothing of their endpoint. */
  test: boolean;
  /** Why it failed; null for one that succeeded. */
  error: AttemptError | null;
  /** HTTP status of the answer; null when none came. */
  statusCode: number | null;
}

interface HealthRow extends EndpointRow {
  first_failure_at: Date | null;
  failed_attempts: number;
  now: Date;
}

interface Judged {
  row: HealthRow;
  state: HealthState;
  changes: { change: HealthChange; at: CountedAttempt }[];
}

// Most attempts succeed at endpoints that are well: this finds nothing then and locks nothing.
/** @param succeeded a query for the ids of endpoints at which every attempt succeeded */
export function healSql(succeeded: string): string {
  return `update endpoint e set status = 'active', first_failure_at = null, failed_attempts = 0, failing_since = null
    from (select id from endpoint where id = any(array(${succeeded})) and status <> 'disabled'
      and first_failure_at is not null order by id for no key update) sick
    where e.id = sick.id`;
}
const heal = { name: 'health-heal', text: healSql('select unnest($1::text[])') };
const readLocked = {
  name: 'health-read',
  text: 'select *, app.now() as now from endpoint where id = any($1) order by id for no key update',
};
const write = {
  name: 'health-write',
  text: `update endpoint e set status = h.status, first_failure_at = h.first_failure_at,
      failed_attempts = h.failed_attempts, failing_since = h.failing_since
    from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[], $5::timestamptz[])
      as h(id, status, first_failure_at, failed_attempts, failing_since)
    where e.id = h.id`,
};
/** Health moves in the transaction that records attempts, and so do the events about it. */
@Injectable()
export class HealthStore {
  constructor(private readonly tallies: TallyStore) {}

  /**
   * Counts attempts, in the order in which they ended. The turns of endpoints that failed are locked by the caller.
   * A change raises one event: a second transaction finds the state changed.
   */
  async count(tx: Tx, all: readonly CountedAttempt[]): Promise<void> {
    const attempts = all.filter(({ test }) => !test);
    const failed = new Set(attempts.filter(({ succeeded }) => !succeeded).map(({ endpointId }) => endpointId));
    const onlySucceeded = new Set(attempts.map(({ endpointId }) => endpointId).filter((id) => !failed.has(id)));
    if (onlySucceeded.size > 0) await tx.query(heal, [[...onlySucceeded]]);
    if (failed.size === 0) return;
    const { rows } = await tx.query<HealthRow>(readLocked, [[...failed]]);
    const judged = rows.map((row) => judge(row, attempts));
    await tx.query(write, [
      judged.map(({ row }) => row.id),
      judged.map(({ state }) => state.status),
      judged.map(({ state }) => dateOf(state.firstFailureAtMs)),
      judged.map(({ state }) => state.failedAttempts),
      judged.map(failingSince),
    ]);
    for (const each of judged) for (const change of each.changes) await this.tell(tx, each, change);
  }

  private async tell(tx: Tx, each: Judged, { change, at }: Judged['changes'][number]): Promise<void> {
    const { row } = each;
    if (change === 'disabled') await skipPending(tx, row.id);
    const endpoint: Endpoint = { ...fromRow(row), status: change, failingSince: failingSince(each) };
    const [stats] = await this.tallies.statsOf([row.id], tx);
    const event = makeEvent(
      `webhook_endpoint.${change}`,
      { id: newId('evt'), organization: row.organization, namespace: null, timestamp: row.now.toISOString() },
      { endpoint: toView(endpoint, stats, row.now.getTime()), last_error: failureOf(at) },
    );
    await addToOutbox(tx, [eventRow(event)]);
    await killPoint('webhooks.health.before-commit');
  }
}

function judge(row: HealthRow, attempts: readonly CountedAttempt[]): Judged {
  const atMs = row.now.getTime();
  const changes: Judged['changes'] = [];
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

function failureOf({ endpointId, error, statusCode }: CountedAttempt): {
  error: AttemptError;
  status_code: number | null;
} {
  if (error === null) throw new Error(`endpoint ${endpointId} changed at an attempt that did not fail`);
  return { error, status_code: statusCode };
}

/** Shown while it fails or was disabled by failing: since the first failure after its last success. */
function failingSince({ row, state }: Pick<Judged, 'row' | 'state'>): Date | null {
  if (row.status === 'disabled') return row.failing_since;
  return state.status === 'active' ? null : dateOf(state.firstFailureAtMs);
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
