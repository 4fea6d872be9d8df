import { DATABASE, HEALTH, LOGGER, METRICS } from '@app/boot';
import { documentChangedBulk } from '@app/contracts';
import { Health, type Logger, Loop, Metrics } from '@app/observability';
import { Database, LeaseLost, Tx, addToOutbox, factRow, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDirty } from '../group/dirty.store';
import { fanoutInEffect } from '../namespace/settings';
import { isJudgedOnChange } from '../snapshot/in-force';
import { lockOrganization } from '../snapshot/revision.store';
import { Snapshots } from '../snapshot/snapshots.service';
import { FanoutRow, TouchedAnswer, chunkSize, fanoutWalks, nextDocuments, touchAnswers } from './fanout.store';
import { restS } from './pace';

const idleMs = 500;
const stuckMs = 60_000;

/**
 * Walks fan-outs, a chunk of documents a transaction and in key order, so that no write waits for long. A change during a
 * walk has a walk of its own, so a target that changes all the time still gets every walk to its end.
 */
@Injectable()
export class FanoutWalker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
    private readonly snapshots: Snapshots,
  ) {
    this.loop = new Loop({ name: 'fanout', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'fanout', check: () => this.loop.stuckFor(stuckMs) });
    metrics.measured('fanout_oldest_seconds', 'How late the oldest due fan-out is.', [], async (gauge) => {
      const { rows } = await database.query<{ age: number | null }>(
        `select greatest(extract(epoch from app.now() - min(due_at)), 0)::float8 as age from fanout_walk`,
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
    const row = await fanoutWalks.claim(this.database);
    if (!row) return false;
    await killPoint('documents.fanout.claimed');
    const beganAt = performance.now();
    try {
      await this.database.transaction('documents.fanout', (tx) => this.walk(tx, row, beganAt));
    } catch (error) {
      // Another process has claimed the walk since, or the namespace lets no fan-out run: the chunk rolled back.
      if (!(error instanceof LeaseLost)) throw error;
    }
    return true;
  }

  private async walk(tx: Tx, row: FanoutRow, beganAt: number): Promise<void> {
    await lockOrganization(tx, row.organization);
    const inForce = await this.snapshots.current(row, tx);
    const judgment = inForce.byId.get(row.judgment_id);
    const known = judgment ?? inForce.hidden.find(({ judgmentId }) => judgmentId === row.judgment_id);
    if (!known) return fanoutWalks.remove(tx, row);
    // Documents are locked before the walk's row, as a worker does that adds one.
    const ids = await nextDocuments(tx, row);
    const touched = ids.length === 0 ? [] : await touchAnswers(tx, row, ids, inForce, known.fanout.scope);
    const documents = touched.map(({ document_id: id }) => id);
    await markDirty(tx, { namespaceId: row.namespace_id, inForce }, [row.judgment_id], documents);
    if (judgment && isJudgedOnChange(judgment)) await publish(tx, row, touched);
    if (ids.length < chunkSize) return fanoutWalks.remove(tx, row);
    const { share } = fanoutInEffect(row.fanout);
    const rest = restS((performance.now() - beganAt) / 1000, share);
    await fanoutWalks.advanceAndRelease(tx, row, { cursor: ids[ids.length - 1] }, rest);
  }
}

async function publish(tx: Tx, row: FanoutRow, touched: readonly TouchedAnswer[]): Promise<void> {
  if (touched.length === 0) return;
  const fact = {
    organization: row.organization,
    namespace: row.namespace,
    sets: [[row.judgment_id]],
    documents: touched.map(({ document_id: id, wanted }) => ({ id, version: Number(wanted), set: 0 })),
    cause: 'fanout' as const,
    changed_at: row.last_change_at.toISOString(),
  };
  await addToOutbox(tx, [factRow(documentChangedBulk, fact, row.traceparent)]);
}
