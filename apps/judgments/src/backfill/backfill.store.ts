import { DATABASE } from '@app/boot';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Tally } from './backfill';

interface TallyRow {
  answered: string;
  unchanged: string;
  failed: string;
  units: number;
  spent_usd: number;
  stopped: boolean;
  waiting: string;
  claimed: string;
}

/** What one transaction of records adds to a backfill. */
export interface Counted {
  job: string;
  answered: number;
  unchanged: number;
  failed: number;
  units: number;
  usd: number;
}

/** What backfills have asked and spent: one row each, beside their rows in the queue. */
@Injectable()
export class BackfillStore {
  private readonly caps = new LRUCache<string, { usd: number | null }>({ max: 1000 });

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async add(tx: Tx, job: string, maxUsd: number | null): Promise<void> {
    await tx.query('insert into backfill (job, max_usd) values ($1, $2)', [job, maxUsd]);
  }

  async tally(job: string): Promise<Tally> {
    const { rows } = await this.db.query<TallyRow>(
      `select b.answered, b.unchanged, b.failed, b.units, b.spent_usd, b.stopped,
         (select count(*) from pending p where p.job = b.job) as waiting,
         (select count(*) from pending p where p.job = b.job and p.claim_id is not null) as claimed
       from backfill b where b.job = $1`,
      [job],
    );
    const [{ answered, unchanged, failed, units, spent_usd, stopped, waiting, claimed }] = rows;
    return {
      answered: Number(answered),
      unchanged: Number(unchanged),
      failed: Number(failed),
      units,
      spentUsd: spent_usd,
      isStopped: stopped,
      waiting: Number(waiting),
      claimed: Number(claimed),
    };
  }

  /** In the transaction of the records. Backfills in one order, so that two of these never wait crosswise. */
  async count(tx: Tx, counted: readonly Counted[]): Promise<void> {
    for (const { job, answered, unchanged, failed, units, usd } of [...counted].sort((a, b) =>
      a.job < b.job ? -1 : 1,
    )) {
      await tx.query(
        {
          name: 'backfill-count',
          text: `update backfill set answered = answered + $2, failed = failed + $3, units = units + $4,
                   spent_usd = spent_usd + $5, unchanged = unchanged + $6 where job = $1`,
        },
        [job, answered, failed, units, usd, unchanged],
      );
    }
  }

  /**
   * Keeps money for an ask.
   * @returns false when it would pass the backfill's `max_usd`: it is stopped then, and asks nothing more
   */
  async hold(job: string, usd: number): Promise<boolean> {
    if ((await this.capOf(job)) === null) return true;
    const { rows } = await this.db.query<{ stopped: boolean }>(
      {
        name: 'backfill-hold',
        text: `update backfill set
            stopped = stopped or spent_usd + held_usd + $2 > max_usd + 1e-9,
            held_usd = held_usd + case when stopped or spent_usd + held_usd + $2 > max_usd + 1e-9 then 0 else $2 end
          where job = $1 returning stopped`,
      },
      [job, usd],
    );
    return rows.length > 0 && !rows[0].stopped;
  }

  /** Gives back what was kept for an ask: what it cost is counted by now. */
  async release(job: string, usd: number): Promise<void> {
    if ((await this.capOf(job)) === null) return;
    await this.db.query(
      { name: 'backfill-release', text: 'update backfill set held_usd = greatest(0, held_usd - $2) where job = $1' },
      [job, usd],
    );
  }

  /** When nothing is under way nothing is kept: what a killed process held comes back. */
  async releaseAll(job: string): Promise<void> {
    await this.db.query('update backfill set held_usd = 0 where job = $1 and held_usd <> 0', [job]);
  }

  /** Takes its rows out of the queue, save those under way. @returns how many */
  async drop(job: string): Promise<number> {
    const { rowCount } = await this.db.query('delete from pending where job = $1 and claim_id is null', [job]);
    return rowCount ?? 0;
  }

  private async capOf(job: string): Promise<number | null> {
    const known = this.caps.get(job);
    if (known) return known.usd;
    const { rows } = await this.db.query<{ max_usd: number | null }>('select max_usd from backfill where job = $1', [
      job,
    ]);
    const usd = rows[0]?.max_usd ?? null;
    this.caps.set(job, { usd });
    return usd;
  }
}
