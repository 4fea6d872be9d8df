import { DATABASE, HEALTH, LOGGER, METRICS } from '@app/boot';
import { documentChangedBulk } from '@app/contracts';
import { Health, type Logger, Loop, Metrics } from '@app/observability';
import { Database, addToOutbox, factRow, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import {
  FanoutRow,
  chunkSize,
  claimFanout,
  endFanout,
  lockFanout,
  moveCursor,
  nextDocuments,
  touchAnswers,
} from './fanout.store';

const idleMs = 500;
const stuckMs = 60_000;

/** Walks fan-outs with up to 1,000 answers a transaction and documents in key order, so that no write waits for long. */
@Injectable()
export class FanoutWalker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.loop = new Loop({ name: 'fanout', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'fanout', check: () => this.loop.stuckFor(stuckMs) });
    metrics.measured('fanout_oldest_seconds', 'Age of the oldest open fan-out.', [], async (gauge) => {
      const { rows } = await database.query<{ age: number | null }>(
        `select extract(epoch from app.now() - min(first_change_at))::float8 as age from fanout`,
      );
      gauge.set(rows[0].age ?? 0);
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Walks one chunk of one fan-out. @returns whether there was one */
  async turn(): Promise<boolean> {
    const row = await claimFanout(this.database);
    if (!row) return false;
    await killPoint('documents.fanout.claimed');
    await this.stretch(row);
    return true;
  }

  private async stretch(row: FanoutRow): Promise<void> {
    await this.database.transaction('documents.fanout', async (tx) => {
      await tx.query('select lock_organization($1)', [row.organization]);
      await this.walk(tx, row);
    });
  }

  private async walk(tx: Parameters<typeof lockFanout>[0], row: FanoutRow): Promise<boolean> {
    // Documents are locked before the fan-out's row, because a writer holds its documents when it adds the row.
    const ids = await nextDocuments(tx, row, row.cursor);
    const now = await lockFanout(tx, row);
    // The walk began again meanwhile; the next claim starts at the row's cursor.
    if (!now || now.cursor !== row.cursor) return false;
    if (ids.length === 0) {
      await endFanout(tx, row);
      return false;
    }
    const touched = await touchAnswers(tx, row, ids);
    if (touched.length > 0) {
      const documents = touched.map(({ document_id, wanted }) => ({
        id: document_id,
        version: Number(wanted),
        set: 0,
      }));
      const fact = {
        organization: row.organization,
        namespace: row.namespace,
        sets: [[row.judgment_id]],
        documents,
        cause: 'fanout',
        changed_at: row.last_change_at.toISOString(),
      };
      await addToOutbox(tx, [factRow(documentChangedBulk, fact)]);
    }
    if (ids.length < chunkSize) await endFanout(tx, row);
    else await moveCursor(tx, row, ids[ids.length - 1]);
    return touched.length > 0;
  }
}
