import { DATABASE, EFFECTS, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database, Effects, TimedPages, deleteExpiredJobs } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { keepLongHorizons } from './long-horizons.store';
import { forgetOldDays } from './old-days.store';
import { isExpired, partitionsAhead } from './partition';

/** Contexts live 90 days after the month in which they were read. */
const contextDays = 90;
/** Contexts that are kept for a horizon stay this much longer, so that a sample can name them. */
const keptSlackDays = 100;
const keptPerStatement = 500;
const lockMs = 500;

/** Creates partitions before their month begins and deletes rows that have reached their age. */
@Injectable()
export class UpkeepService {
  private readonly statisticPages: TimedPages;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.statisticPages = new TimedPages(db, 'judgments.statistic');
  }

  /** Everything that is due by time. */
  async sweep(): Promise<void> {
    await this.createPartitions();
    await this.dropContexts();
    await this.dropKept();
    await this.dropStatistics();
    await this.effects.sweep();
    await deleteExpiredJobs(this.db);
    await this.db.query(`delete from erased_image where erased_at < app.now() - interval '1 hour'`);
    await this.db.query('delete from backfill b where not exists (select from job j where j.id = b.job)');
    await this.db.query('delete from backfill_token t where not exists (select from job j where j.id = t.job)');
  }

  /** Deletes kept contexts that no sample has named for a long time. */
  private async dropKept(): Promise<void> {
    for (let deleted = keptPerStatement; deleted === keptPerStatement;) {
      const { rowCount } = await this.db.query(
        `delete from kept_context where ctid = any(array(
           select ctid from kept_context where keep_until < app.now() limit ${keptPerStatement}))`,
      );
      deleted = rowCount ?? 0;
    }
  }

  private async dropStatistics(): Promise<void> {
    for (let deleted: number | null = null; deleted !== 0;) deleted = await this.statisticPages.run(forgetOldDays);
  }

  /** The service records no answer before the partition of its month exists. */
  async createPartitions(): Promise<void> {
    await this.db.transaction('judgments.partitions', async (tx) => {
      // "if not exists" looks before it creates: of two replicas that start together the later one would fail.
      await tx.query(`select pg_advisory_xact_lock(hashtext('judgments.partition'))`);
      const { rows } = await tx.query<{ now: Date }>('select app.now() as now');
      for (const table of ['answer', 'context']) {
        for (const { name, from, to } of partitionsAhead(table, rows[0].now)) {
          // Made beside its table and attached, which waits for no reader or writer; "partition of" locks all of them out.
          const { rows: found } = await tx.query<{ isThere: boolean }>(
            'select to_regclass($1) is not null as "isThere"',
            [name],
          );
          if (found[0].isThere) continue;
          await tx.query(`create table ${name} (like ${table} including all)`);
          await tx.query(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
        }
      }
    });
  }

  private async dropContexts(): Promise<void> {
    const { rows } = await this.db.query<{ name: string; now: Date }>(
      `select c.relname as name, app.now() as now from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'context'::regclass`,
    );
    for (const { name, now } of rows) {
      if (!isExpired(name, now, contextDays)) continue;
      await keepLongHorizons(this.db, name, contextDays, keptSlackDays);
      await this.drop(name);
    }
  }

  /** A drop locks all partitions out. It does not wait behind a long statement, since others would wait behind it. */
  private async drop(partition: string): Promise<void> {
    try {
      await this.db.transaction('judgments.partition-drop', async (tx) => {
        await tx.query(`set local lock_timeout = '${lockMs}ms'`);
        await tx.query(`drop table if exists ${partition}`);
      });
    } catch (error) {
      this.logger.warn({ err: error, partition }, 'a partition is dropped at a later sweep');
    }
  }
}
