import { DATABASE } from '@app/boot';
import { Database, JobRow, Queryable, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Tally } from './backfill';

interface TallyRow {
  answered: string;
  unchanged: string;
  failed: string;
  units: number;
  tokens: string;
  spent_usd: number;
  stopped: boolean;
  waiting: string;
  claimed: string;
}

/** What one transaction of records adds to a backfill. */
export interface BackfillCount {
  job: string;
  answered: number;
  unchanged: number;
  failed: number;
  units: number;
  tokens: number;
  usd: number;
}

/** What backfills have answered and spent: one row each. A backfill's `max_usd` never changes, so this process keeps it. */
@Injectable()
export class BackfillStore {
  private readonly caps = new LRUCache<string, { usd: number | null }>({ max: 1000 });

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  async add(tx: Tx, job: string, maxUsd: number | null): Promise<void> {
    await tx.query('insert into backfill (job, max_usd) values ($1, $2)', [job, maxUsd]);
  }

  /** The job that a confirmation token has started; null when it has started none. */
  async findStartedBy(db: Queryable, token: string): Promise<JobRow | null> {
    const { rows } = await db.query<JobRow>(
      'select j.* from backfill_token t join job j on j.id = t.job where t.token = $1',
      [digestOf(token)],
    );
    return rows[0] ?? null;
  }

  /** Notes that a token has started a job, so that it starts no other. */
  async note(tx: Tx, token: string, job: string): Promise<void> {
    await tx.query('insert into backfill_token (token, job) values ($1, $2)', [digestOf(token), job]);
  }

  async tally(job: string): Promise<Tally> {
    const { rows } = await this.db.query<TallyRow>(
      `select b.answered, b.unchanged, b.failed, b.units, b.tokens, b.spent_usd, b.stopped,
         (select count(*) from pending p where p.job = b.job)
           + (select count(*) from pending p where p.other_jobs <> '{}' and p.other_jobs @> array[b.job]) as waiting,
         (select count(*) from pending p where p.job = b.job and p.claim_id is not null) as claimed
       from backfill b where b.job = $1`,
      [job],
    );
    const [{ answered, unchanged, failed, units, tokens, spent_usd, stopped, waiting, claimed }] = rows;
    return {
      answered: Number(answered),
      unchanged: Number(unchanged),
      failed: Number(failed),
      units,
      tokens: Number(tokens),
      spentUsd: spent_usd,
      isStopped: stopped,
      waiting: Number(waiting),
      claimed: Number(claimed),
    };
  }

  /** Adds counts in the transaction of the records, by job id: two transactions that lock in one order never deadlock. */
  async count(tx: Tx, counts: readonly BackfillCount[]): Promise<void> {
    const byJob = [...counts].sort((a, b) => (a.job < b.job ? -1 : 1));
    for (const { job, answered, unchanged, failed, units, tokens, usd } of byJob) {
      await tx.query(
        {
          name: 'backfill-count',
          text: `update backfill set answered = answered + $2, failed = failed + $3, units = units + $4,
                   spent_usd = spent_usd + $5, unchanged = unchanged + $6, tokens = tokens + $7 where job = $1`,
        },
        [job, answered, failed, units, usd, unchanged, tokens],
      );
    }
  }

  /**
   * Holds money for an ask.
   * @returns false when it would pass the backfill's `max_usd`: the backfill is stopped then and asks no engine any more
   */
  async hold(job: string, usd: number): Promise<boolean> {
    if ((await this.readCapOf(job)) === null) return true;
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

  /** Releases what was held for an ask, whose cost is counted by now. */
  async release(job: string, usd: number): Promise<void> {
    if ((await this.readCapOf(job)) === null) return;
    await this.db.query(
      { name: 'backfill-release', text: 'update backfill set held_usd = greatest(0, held_usd - $2) where job = $1' },
      [job, usd],
    );
  }

  /** Releases everything while no row is queued: what a killed process held comes back. */
  async releaseAll(job: string): Promise<void> {
    await this.db.query('update backfill set held_usd = 0 where job = $1 and held_usd <> 0', [job]);
  }

  private async readCapOf(job: string): Promise<number | null> {
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

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
