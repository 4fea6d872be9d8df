import { DATABASE, EFFECTS, LEASES } from '@app/boot';
import { Database, Effects, Leases, deleteExpiredJobs } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { sweepPage, sweeps } from './old-days.store';

const lease = 'sweep';
const leaseS = 120;
const largestPage = 2_000;
/** A page that takes longer is followed by one of a tenth of its rows. */
const pageMs = 1_000;

/**
 * Deletes what has been kept long enough: effects, finished jobs and lag counts. Sums up the counters of old days. One
 * process sweeps.
 */
@Injectable()
export class SweepWorker {
  private page = largestPage;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(LEASES) private readonly leases: Leases,
  ) {}

  /** @returns whether more is left to sweep */
  async turn(): Promise<boolean> {
    if (!(await this.leases.take(lease, leaseS))) return false;
    await this.effects.sweep();
    await deleteExpiredJobs(this.database);
    let hasMore = false;
    for (const sweep of sweeps) if (await this.sweep(sweep)) hasMore = true;
    return hasMore;
  }

  private async sweep(statement: (typeof sweeps)[number]): Promise<boolean> {
    const { page } = this;
    try {
      const swept = await this.database.transaction('documents.sweep', async (tx) => {
        await tx.query(`set local statement_timeout = ${pageMs}`);
        return sweepPage(tx, statement, page);
      });
      this.page = Math.min(largestPage, 2 * page);
      return swept === page;
    } catch (error) {
      if (!isOverTime(error) || page === 1) throw error;
      this.page = Math.max(1, Math.floor(page / 10));
      return true;
    }
  }
}

/** Whether Postgres ended a statement because it took longer than it may. */
function isOverTime(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === '57014';
}
