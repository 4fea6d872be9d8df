import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { giveBackRows, passRowsOn, renewClaim } from '../queue/pending/claim.store';
import { dropRows } from '../queue/pending/dequeue.store';
import { onRead } from '../queue/pending/lane';
import type { Claim, ClaimedRow } from '../queue/pending/pending';
import { blockNamespace } from '../queue/pending/pending.store';
import { Waiters } from '../queue/waiter/waiters';
import { waitAfterFaultMs } from './wait-after-fault';

const restingMs = 2000;
const refusedS = 5;

/** Returns claimed rows without an outcome to the queue, or drops them, and refuses the readers who wait for them. */
@Injectable()
export class ClaimedRows {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly waiters: Waiters,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes the claim hold for another lease. @returns whether it still held for all of the rows */
  async renew(claim: Claim, rows: readonly ClaimedRow[]): Promise<boolean> {
    return (await renewClaim(this.db, claim, rows)) === rows.length;
  }

  /** Documents or judgments are gone, or a judgment does not apply. */
  async drop(claim: Claim, rows: readonly ClaimedRow[]): Promise<void> {
    await dropRows(this.db, claim, rows);
    this.waiters.forget(claim.namespaceId, rows);
  }

  /** The engine's circuit is open: the rows are due again in two seconds. */
  async postpone(claim: Claim, rows: readonly ClaimedRow[]): Promise<void> {
    await this.giveBack(claim, rows, restingMs);
    this.waiters.refuse(claim.namespaceId, rows, 'engine_unavailable');
  }

  giveBack(claim: Claim, rows: readonly ClaimedRow[], waitMs: number): Promise<void> {
    return giveBackRows(
      this.db,
      claim,
      rows.map((row) => ({ ...row, waitMs })),
    );
  }

  /** Billing refused the money. Rows that only a reader wants go; the others wait until billing resumes the namespace. */
  async refuse(claim: Claim, rows: readonly ClaimedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const readersOnly = rows.filter((row) => row.lane === onRead && row.changes === 0);
    const kept = rows.filter((row) => !readersOnly.includes(row));
    await dropRows(this.db, claim, readersOnly);
    await this.giveBack(claim, kept, refusedS * 1000);
    await blockNamespace(this.db, claim.namespaceId, refusedS);
    this.waiters.refuse(claim.namespaceId, rows, 'budget_exceeded');
  }

  /** A backfill has reached its `max_usd`: its rows go. Rows that anything else wants are due again at once. */
  async dropCapped(claim: Claim, rows: readonly ClaimedRow[], capped: string): Promise<void> {
    const passed = await passRowsOn(this.db, claim, rows, capped);
    const isKept = (row: ClaimedRow): boolean =>
      row.job !== capped ||
      passed.some(
        ({ document, judgmentId, targetVersion }) =>
          document === row.document && judgmentId === row.judgmentId && targetVersion === row.targetVersion,
      );
    await dropRows(
      this.db,
      claim,
      rows.filter((row) => !isKept(row)),
    );
    await this.giveBack(claim, rows.filter(isKept), 0);
  }

  /** Gives rows back after a fault, later with each attempt. When even that fails, their lease ends after a minute. */
  async giveUp(claim: Claim, rows: readonly ClaimedRow[], error: unknown): Promise<void> {
    const level = kindOf(error) === 'unavailable' || kindOf(error) === 'limited' ? 'warn' : 'error';
    this.logger[level]({ err: error, namespace: claim.namespace, rows: rows.length }, 'claimed rows are given back');
    const again = rows.map((row) => ({ ...row, waitMs: waitAfterFaultMs(error, row.attempts), tried: true }));
    await giveBackRows(this.db, claim, again).catch((fault: unknown) => {
      this.logger.warn({ err: fault, rows: rows.length }, 'claimed rows are left to their lease');
    });
  }
}
