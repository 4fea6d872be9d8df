import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { Database, Effects, Tx, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments } from '../document/document.store';
import { Matching } from '../document/matching';
import { namedImages } from '../document/named-images';
import { Counts, WriteOperations, idsOf } from '../document/operations';
import { AssertWithinQuota, QuotaService } from '../namespace/metering/quota.service';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { deletes, notifies } from './change';
import { CommitService, Outdated } from './commit.service';
import { WriteLane, commitChange, wasChangedMeanwhile } from './commit.store';
import { ComputeService, WriteRequest } from './compute.service';
import { growthOf, needsLocks, replyOf } from './computed';
import { Alone, GroupService } from './group.service';

/** Tries without locks, before the locks are taken first. */
const optimisticTries = 3;
const maxTries = 12;
const jitterMs = 8;

/** Writes documents: all operations of a write or none, and nothing when nothing changes. */
@Injectable()
export class WriteService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly computing: ComputeService,
    private readonly committing: CommitService,
    private readonly quotas: QuotaService,
    private readonly groups: GroupService,
    private readonly signal: RelatedSignal,
  ) {}

  /** @returns JSON text of the reply */
  async write(namespace: string, write: WriteRequest, call: Call): Promise<string> {
    const ref = { organization: call.who.organization, namespace };
    const assertWithinQuota = await this.quotas.of(call.who);
    const isSingle = idsOf(write).length === 1 && namedImages(write).length === 0;
    const outcome = isSingle ? await this.groups.write(ref, write, call, assertWithinQuota) : { needsLocks: false };
    return typeof outcome === 'string' ? outcome : this.writeAlone(ref, write, call, assertWithinQuota, outcome);
  }

  private async writeAlone(
    ref: NamespaceRef,
    write: WriteRequest,
    call: Call,
    assertWithinQuota: AssertWithinQuota,
    alone: Alone,
  ): Promise<string> {
    const locksFirst = alone.needsLocks || call.effectId !== undefined || namedImages(write).length > 0;
    for (let attempt = 0; attempt < maxTries; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs * attempt));
      try {
        const reply =
          locksFirst || attempt >= optimisticTries
            ? await this.writeLocked(ref, write, call, assertWithinQuota)
            : await this.writeOptimistic(ref, write, call, assertWithinQuota);
        if (reply !== null) return reply;
      } catch (error) {
        if (!(error instanceof Outdated) && !wasChangedMeanwhile(error)) throw error;
      }
    }
    const message = 'Too many writers change these documents at once; try again.';
    throw new Problem('unavailable', message, {}, { retryAfterS: 1 });
  }

  /**
   * Reads and commits in two round trips without a transaction of its own: the commit checks again what was read.
   * @returns null when that has changed
   */
  private async writeOptimistic(
    ref: NamespaceRef,
    write: WriteRequest,
    call: Call,
    assertWithinQuota: AssertWithinQuota,
  ): Promise<string | null> {
    const computed = await this.computing.ofWrite(this.database, ref, write);
    const { change, before, applied } = computed;
    if (change === null) return replyOf(applied, null, null);
    assertWithinQuota(growthOf(change, computed));
    if (needsLocks(computed)) return this.writeLocked(ref, write, call, assertWithinQuota);
    call.assertMayBegin();
    await killPoint('documents.write.before-commit');
    const committed = await commitChange(this.database, ref, before, change, 'live');
    if (committed === null) return null;
    await killPoint('documents.write.after-commit');
    if (notifies(change) || deletes(change)) this.database.wakeRelay();
    if (change.related.length > 0) this.signal.changed();
    return replyOf(applied, change, committed);
  }

  /** Locks before it reads. @throws Outdated */
  private async writeLocked(
    ref: NamespaceRef,
    write: WriteRequest,
    call: Call,
    assertWithinQuota: AssertWithinQuota,
  ): Promise<string> {
    const outcome = await this.effects.once('documents.write', call, async (tx) => {
      await lockDocuments(tx, ref, idsOf(write));
      const computed = await this.computing.ofWrite(tx, ref, write);
      const { change, applied } = computed;
      if (change === null) return { status: 200, body: replyOf(applied, null, null) };
      assertWithinQuota(growthOf(change, computed));
      const committed = await this.committing.commit(tx, ref, computed, change, 'live');
      return { status: 200, body: replyOf(applied, change, committed) };
    });
    return outcome.body;
  }

  /**
   * Of some documents, writes those that a filter still holds for, under their locks and in the caller's transaction.
   * @throws Problem of a document that cannot take the patch, naming it
   */
  async writeMatching(tx: Tx, ref: NamespaceRef, ids: string[], matching: Matching, lane: WriteLane): Promise<Counts> {
    await lockDocuments(tx, ref, ids);
    const computed = await this.computing.ofMatching(tx, ref, ids, matching);
    const { change, applied } = computed;
    if (change !== null) await this.committing.commit(tx, ref, computed, change, lane);
    return applied.counts;
  }

  /** Applies the service's own operations, under the documents' locks and in the caller's transaction. */
  async writeWithin(tx: Tx, ref: NamespaceRef, write: WriteOperations, lane: WriteLane): Promise<void> {
    await lockDocuments(tx, ref, idsOf(write));
    const computed = await this.computing.ofWrite(tx, ref, write);
    const { change } = computed;
    if (change !== null) await this.committing.commit(tx, ref, computed, change, lane);
  }
}
