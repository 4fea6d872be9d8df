import { DATABASE } from '@app/boot';
import { Delivered } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { documentChangedLive } from '@app/contracts/documents';
import { AnswerRecorded, DequeuedAnswer, RecordedAnswer } from '@app/contracts/judgments';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments } from '../document/document.store';
import { markDirty } from '../group/dirty.store';
import { MembershipService } from '../subscription/membership/membership.service';
import { findNamespace } from '../namespace/namespace.store';
import { followMovedAnswers } from '../invalidation/drain/moved-answers';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { watchesOf } from '../invalidation/relation/watch';
import { InForce, isJudgedOnChange } from '../namespace/snapshot/in-force';
import { Snapshots } from '../namespace/snapshot/snapshots';
import { CompiledSubscription } from '../subscription/lookup/compiled-subscription';
import { demandMetBy, subscriptionsOf } from '../subscription/lookup/subscription-index';
import { AppliedAnswers, applyAnswers } from './apply.store';
import { dequeueAnswers } from './dequeue.store';
import { queueAgain } from './queue-again';

/** Answers of one namespace, and those that nobody judges any more. */
interface Batch extends NamespaceRef {
  answers: RecordedAnswer[];
  dequeued: (DequeuedAnswer & { at: string })[];
}

const maxTries = 5;

/** A quiet walk began after memory was read, so nothing of the transaction may stay. */
class WalkBegan extends Error {}
/** Other judgments read these answers since memory was read, so nothing of the transaction may stay. */
class WatchBegan extends Error {}

/** Applies recorded answers to the read model, and moves the memberships and groups that follow from them. */
@Injectable()
export class ApplyService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly snapshots: Snapshots,
    private readonly members: MembershipService,
    private readonly signal: RelatedSignal,
  ) {}

  /** Applies a batch of facts in one transaction. */
  async applyFacts(facts: Delivered<AnswerRecorded>[]): Promise<void> {
    const batches = new Map<string, Batch>();
    for (const { payload } of facts) {
      const { organization, namespace, answers, dequeued = [], recorded_at: at } = payload;
      const key = `${organization} ${namespace}`;
      const batch = batches.get(key) ?? { organization, namespace, answers: [], dequeued: [] };
      batch.answers.push(...answers);
      batch.dequeued.push(...dequeued.map((one) => ({ ...one, at })));
      batches.set(key, batch);
    }
    // Every process locks namespaces in this order, so that no two transactions wait for each other.
    await this.applyBatches([...batches].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, batch]) => batch));
  }

  /** Applies the answers of a reply before the read that asked for them goes on. */
  async apply({ organization, namespace }: NamespaceRef, answers: RecordedAnswer[]): Promise<void> {
    if (answers.length > 0) await this.applyBatches([{ organization, namespace, answers, dequeued: [] }]);
  }

  private async applyBatches(batches: readonly Batch[]): Promise<void> {
    for (let attempt = 0; !(await this.tryBatches(batches)); attempt++) {
      if (attempt < maxTries) continue;
      const message = 'The judgments and subscriptions of this namespace change all the while; try again.';
      throw new Problem('unavailable', message);
    }
  }

  /** @returns false when memory was outdated in what matters: nothing was applied, and memory is read anew */
  private async tryBatches(batches: readonly Batch[]): Promise<boolean> {
    try {
      await this.database.transaction('documents.apply-answers', async (tx) => {
        for (const batch of batches) await this.applyBatch(tx, batch);
      });
    } catch (error) {
      if (error instanceof WalkBegan || error instanceof WatchBegan) return false;
      throw error;
    }
    return true;
  }

  private async applyBatch(tx: Tx, batch: Batch): Promise<void> {
    const settled = await this.settle(tx, batch);
    // Each function locks its documents in key order, so those of both are locked before.
    if (batch.answers.length > 0 && batch.dequeued.length > 0) await lockDocuments(tx, batch, documentsOf(batch));
    for (const applied of [await this.applyAnswers(tx, batch), await this.dequeue(tx, batch)]) {
      if (applied === null) continue;
      if (applied.invalidated.length > 0) await publishInvalidated(tx, batch, applied);
      await this.followMoved(tx, batch, applied);
      await this.moveMembers(tx, batch, applied, settled);
    }
  }

  private async applyAnswers(tx: Tx, batch: Batch): Promise<AppliedAnswers | null> {
    if (batch.answers.length === 0) return null;
    const watches = watchesOf(await this.snapshots.readRemembered(batch, tx));
    const applied = await applyAnswers(tx, batch, batch.answers, (id) => watches.has(id));
    if (applied === null) return null;
    const now = watchesOf(await this.readInForceAt(tx, batch, applied.revision));
    if (batch.answers.some(({ judgment_id: id }) => now.has(id) && !watches.has(id))) throw new WatchBegan();
    return applied;
  }

  /** Invalidates the answers that read what the applied ones have moved. */
  private async followMoved(
    tx: Tx,
    batch: Batch,
    { watched = [], namespaceId, revision }: AppliedAnswers,
  ): Promise<void> {
    if (watched.length === 0) return;
    const inForce = await this.readInForceAt(tx, batch, revision);
    const hasChanges = await followMovedAnswers(tx, { namespaceId, inForce }, batch, watched);
    if (hasChanges) tx.afterCommit(() => this.signal.changed(namespaceId));
  }

  /** Answers that nobody judges any more read `never_judged` from now on, in place of `pending`; stale ones wait on. */
  private async dequeue(tx: Tx, batch: Batch): Promise<AppliedAnswers | null> {
    if (batch.dequeued.length === 0) return null;
    const { byId } = await this.snapshots.readRemembered(batch, tx);
    const dequeued = batch.dequeued.map(({ document, judgment_id: id, at }) => {
      const judgment = byId.get(id);
      return { document, judgment: id, at, on_change: judgment !== undefined && isJudgedOnChange(judgment) };
    });
    const applied = await dequeueAnswers(tx, batch, dequeued);
    if (applied === null) return null;
    const inForce = await this.readInForceAt(tx, batch, applied.revision);
    await queueAgain(tx, { namespaceId: applied.namespaceId, inForce }, batch, dequeued);
    return applied;
  }

  /**
   * Sets the members of settling subscriptions that an open walk has still to reach, before the answers move them. Memory
   * may know an older revision; `moveMembers` checks again.
   * @returns the ids of the subscriptions whose members are set
   */
  private async settle(tx: Tx, batch: Batch): Promise<ReadonlySet<string>> {
    const remembered = await this.snapshots.readRemembered(batch, tx);
    const judgmentIds = [...batch.answers, ...batch.dequeued].map(({ judgment_id: id }) => id);
    const settling = subscriptionsReading(remembered, judgmentIds).filter((subscription) => subscription.settling);
    if (settling.length === 0) return new Set();
    const ids = documentsOf(batch);
    await lockDocuments(tx, batch, ids);
    const inForce = await this.snapshots.readCurrent(batch, tx);
    const row = await findNamespace(tx, batch);
    const subscriptions = settling.flatMap(({ id }) => subscriptionsOf(inForce).find(id) ?? []);
    if (row) await this.members.setQuietly(tx, { namespaceId: row.id, inForce }, ids, subscriptions);
    return new Set(subscriptions.map(({ id }) => id));
  }

  private async moveMembers(
    tx: Tx,
    batch: Batch,
    { applied, namespaceId, revision }: AppliedAnswers,
    settled: ReadonlySet<string>,
  ): Promise<void> {
    if (applied.length === 0) return;
    const inForce = await this.readInForceAt(tx, batch, revision);
    const judgmentIds = applied.map(({ judgment }) => judgment);
    const ids = [...new Set(applied.map(({ document }) => document))];
    const place = { namespaceId, inForce };
    await markDirty(tx, place, judgmentIds, ids);
    const concerned = subscriptionsReading(inForce, judgmentIds);
    if (concerned.length === 0) return;
    if (concerned.some(({ id, settling }) => settling && !settled.has(id))) throw new WalkBegan();
    const concerns = (document: Parameters<typeof demandMetBy>[1]) => demandMetBy(concerned, document);
    await this.members.move(tx, place, ids, concerns, { cause: 'answer' });
  }

  /** What is in force at a revision: from memory, or read in the transaction, whose lock keeps it in force. */
  private async readInForceAt(tx: Tx, ref: NamespaceRef, revision: number): Promise<InForce> {
    const remembered = await this.snapshots.readRemembered(ref, tx);
    return remembered.revision === revision ? remembered : this.snapshots.readCurrent(ref, tx);
  }
}

/** Judging those again costs nothing when their context did not change. */
async function publishInvalidated(
  tx: Tx,
  { organization, namespace }: NamespaceRef,
  { invalidated }: AppliedAnswers,
): Promise<void> {
  const judgments = [...new Set(invalidated.map(({ judgment }) => judgment))];
  const fact = {
    organization,
    namespace,
    sets: judgments.map((judgment) => [judgment]),
    documents: invalidated.map(({ document, judgment, version }) => ({
      id: document,
      version,
      set: judgments.indexOf(judgment),
    })),
    cause: 'answer',
    changed_at: new Date().toISOString(),
  };
  await addToOutbox(tx, [factRow(documentChangedLive, fact)]);
}

function documentsOf({ answers, dequeued }: Batch): string[] {
  return [...new Set([...answers, ...dequeued].map(({ document }) => document))];
}

function subscriptionsReading(inForce: InForce, judgmentIds: readonly string[]): CompiledSubscription[] {
  const subscriptions = subscriptionsOf(inForce);
  if (subscriptions.all.length === 0) return [];
  const names = new Set(judgmentIds.map((id) => inForce.byId.get(id)?.name ?? ''));
  return subscriptions.reading(names);
}
