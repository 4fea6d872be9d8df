import { DATABASE, EFFECTS, LOGGER } from '@app/boot';
import { type Logger, Loop } from '@app/observability';
import { Database, Effects, deleteExpiredJobs } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

const everyMs = 60_000;
const rateDays = 30;

/** Deletes what has been kept long enough: effects, finished jobs and lag counts. Sums up the counters of old days. */
@Injectable()
export class SweepWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'sweep', idleMs: everyMs, logger, turn: () => this.turn() });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  async turn(): Promise<boolean> {
    await this.effects.sweep();
    await deleteExpiredJobs(this.database);
    await this.database.query(`delete from lag_count where day < (app.now() at time zone 'UTC')::date - 2`);
    await this.database.transaction('documents.sweep', (tx) => tx.query(sumOldDays));
    return false;
  }
}

/** Counters older than the window of the rate of changes become one row for each slot. */
const sumOldDays = `
with old as (
  delete from namespace_counter where day > '-infinity' and day < (app.now() at time zone 'UTC')::date - ${rateDays}
  returning namespace_id, slot, documents, bytes, changes
)
insert into namespace_counter as c (namespace_id, day, slot, documents, bytes, changes)
select namespace_id, '-infinity', slot, sum(documents), sum(bytes), sum(changes) from old group by namespace_id, slot
on conflict (namespace_id, day, slot) do update set documents = c.documents + excluded.documents,
  bytes = c.bytes + excluded.bytes, changes = c.changes + excluded.changes`;
