import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { documentChangedBulk } from '@app/contracts/documents';
import { Database, OutboxRow, Tx, addToOutbox, factRow, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDirty } from '../../group/dirty.store';
import { fanoutInEffect } from '../../namespace/settings';
import { isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { InvalidatedAnswer, WalkedPage, readNextChunk, invalidateAnswers } from './chunk.store';
import { FanoutRow, claimBeside, fanoutWalks } from './fanout.store';
import { noteLeftOut } from './left-out.store';
import { restS } from './pace';
import { expectFanouts } from './turn.store';
import { logFanouts } from './walk-line';

/**
 * Walks fan-outs, a chunk of documents a transaction and in key order, so that no write waits for long. A change during a
 * walk has a walk of its own, so a target that changes all the time still gets every walk to its end.
 */
@Injectable()
export class FanoutWalker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * Walks one chunk: of a claimed fan-out, and of others of its namespace that end in it together.
   * @throws LeaseLost when another process has claimed a walk since, or the namespace lets no fan-out run
   */
  async step(row: FanoutRow): Promise<void> {
    const walks = [row, ...(await claimBeside(this.database, row))];
    await killPoint('documents.fanout.claimed');
    const beganAt = performance.now();
    await this.database.transaction('documents.fanout', (tx) => this.walk(tx, walks, beganAt));
  }

  /** @param walks of one namespace */
  private async walk(tx: Tx, walks: readonly FanoutRow[], beganAt: number): Promise<void> {
    const [place] = walks;
    await lockOrganization(tx, place.organization);
    const inForce = await this.snapshots.readCurrent(place, tx);
    const known = new Map([...inForce.hidden, ...inForce.judgments].map((one) => [one.judgmentId, one]));
    const [standing, gone] = [true, false].map((is) => walks.filter((walk) => known.has(walk.judgment_id) === is));
    // Documents are locked before the walks' rows, as a worker does that adds one.
    const { pages, ended, cut, left } = await readNextChunk(tx, standing);
    const facts: OutboxRow[] = [];
    const counts = new Map<string, number>();
    for (const [judgmentId, judgment] of known) {
      const own = pages.filter(({ walk }) => walk.judgment_id === judgmentId);
      if (own.length === 0) continue;
      const { invalidated: touched, leftOut } = await invalidateAnswers(tx, own, inForce, judgment.fanout.scope);
      if (leftOut) await noteLeftOut(tx, place.namespace_id, judgmentId, lastOf(own).last_change_at);
      counts.set(judgmentId, touched.length);
      const documents = touched.map(({ document_id: id }) => id);
      await markDirty(tx, { namespaceId: place.namespace_id, inForce }, [judgmentId], documents);
      const isPublished = inForce.byId.has(judgmentId) && isJudgedOnChange(judgment);
      if (isPublished && touched.length > 0) facts.push(factOf(own, touched));
    }
    await addToOutbox(tx, facts);
    await fanoutWalks.removeAll(tx, [...gone, ...ended]);
    tx.afterCommit(() => {
      logFanouts(this.logger, { walks: ended, outcome: 'ended', touched: counts });
      logFanouts(this.logger, { walks: gone, outcome: 'gone', touched: counts });
    });
    for (const walk of left) await fanoutWalks.release(tx, walk);
    if (cut === null) return;
    const rest = restS((performance.now() - beganAt) / 1000, fanoutInEffect(place.fanout).share);
    await fanoutWalks.advanceAndRelease(tx, cut.walk, { cursor: cut.ids[cut.ids.length - 1] }, rest);
    await expectFanouts(tx, place.namespace_id, left.length > 0 ? 0 : rest);
  }
}

/** The walk that follows the latest change. */
function lastOf(pages: readonly WalkedPage[]): FanoutRow {
  return pages.reduce((one, { walk }) => (walk.last_change_at > one.last_change_at ? walk : one), pages[0].walk);
}

/** What a chunk touched of one judgment, as one fact. */
function factOf(pages: readonly WalkedPage[], touched: readonly InvalidatedAnswer[]): OutboxRow {
  const last = lastOf(pages);
  const { organization, namespace, judgment_id: judgmentId, traceparent } = last;
  const documents = touched.map(({ document_id: id, wanted }) => ({ id, version: Number(wanted), set: 0 }));
  const about = { organization, namespace, cause: 'fanout' as const, changed_at: last.last_change_at.toISOString() };
  return factRow(documentChangedBulk, { ...about, sets: [[judgmentId]], documents }, traceparent);
}
