import { DATABASE, EFFECTS } from '@app/boot';
import type { Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { currentTraceparent, runInSpan } from '@app/observability';
import { Database, Effects, untilDeadline, wasRefused } from '@app/persistence';
import { Problem } from '@app/problem';
import { Batchers } from '@app/queues';
import { Inject, Injectable } from '@nestjs/common';
import { idsOf } from '../../document/operations';
import { Outdated } from '../commit.store';
import { WriteInput, computeInBatch } from '../compute';
import { Computed, growthOf, needsLocks, replyOf } from '../computed';
import { ReadBefore } from '../read-before';
import { leaveStandingOut } from '../standing-answers';
import { BatchedWrite, ReadyWrite, laneAfterBatch, maxBatchBytes, maxBatchWrites } from './batch';
import { BatchCommit } from './batch-commit';
import { BatchGrowth } from './batch-growth';
import { Lane, LaneResult, LaneWrite } from './lane';

/**
 * Commits writes of one document each together with others of their namespace. One batch of a namespace is under way and
 * holds one connection; the writes that arrive meanwhile are the next batch. A write that arrives alone waits for nobody. How
 * many can wait is bounded by the requests that the bus lets run at once.
 *
 * Works in a batch: upserts, patches, appends and deletions, `if_version`, conditions on the document, new namespaces,
 * idempotency keys (their effects commit with the batch), invalidated answers and facts. A write goes alone when its
 * condition reads answers, when it decides an outcome rule, when it concerns a subscription, when the batch has reached
 * its bytes, and when the commit of the batch was refused; each then gets its own error. Of several writes of one document
 * each reads what the one before it left, so it waits for a later batch.
 */
@Injectable()
export class BatchedLane implements Lane {
  private readonly batches = new Batchers<BatchedWrite, void>(() => ({
    together: (batch) => this.writeBatch(batch),
    maxItems: maxBatchWrites,
    maxUnderWay: 1,
    keyOf: ({ id }) => id,
  }));

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly reading: ReadBefore,
    private readonly committing: BatchCommit,
  ) {}

  /** @param write of one document, without images */
  write(write: LaneWrite): Promise<LaneResult> {
    const { organization, namespace } = write.ref;
    return new Promise((answer, reject) => {
      const refuse = (error: unknown): void =>
        void this.findReply(write.call).then((reply) => (reply === null ? reject(error) : answer({ reply })), reject);
      const [id] = idsOf(write.request);
      const batched = { ...write, id, traceparent: currentTraceparent(), answer, refuse };
      this.batches.add(`${organization} ${namespace}`, batched).catch(refuse);
    });
  }

  /** The reply that an earlier attempt of a keyed write has kept. */
  private async findReply({ effectId }: Call): Promise<string | null> {
    return (await this.effects.find(effectId))?.body ?? null;
  }

  /** Answers or refuses every write of the batch. */
  private async writeBatch(batch: readonly BatchedWrite[]): Promise<void[]> {
    const [{ ref }] = batch;
    const deadlineAtMs = Math.min(...batch.map(({ call }) => call.deadlineAtMs));
    const [traceparent, ...links] = batch.flatMap((one) => one.traceparent ?? []);
    try {
      await untilDeadline(deadlineAtMs, ref.organization, () =>
        runInSpan('commit documents', { traceparent, links }, () => this.commitOrSendAway(ref, batch)),
      );
    } catch (error) {
      for (const one of batch) one.refuse(error);
    }
    return batch.map(() => undefined);
  }

  /** @throws Error after which nobody knows what is stored */
  private async commitOrSendAway(ref: NamespaceRef, batch: readonly BatchedWrite[]): Promise<void> {
    try {
      await this.readAndCommit(ref, batch);
    } catch (error) {
      if (!(error instanceof Outdated) && !holdsTooMuch(error) && !wasRefused(error)) throw error;
      for (const one of batch) one.answer(laneAfterBatch(one, false));
    }
  }

  private async readAndCommit(ref: NamespaceRef, batch: readonly BatchedWrite[]): Promise<void> {
    const requests = batch.map(({ request }) => request);
    const input = await this.reading.readForBatch(this.database, ref, requests, maxBatchBytes);
    const ready = await this.leaveStanding(input, computeReady(input, batch));
    if (ready.length === 0) return;
    const replies = await this.committing.commit(ref, input.before, ready);
    ready.forEach(({ batched }, index) => batched.answer({ reply: replies[index] }));
  }

  /** Without the answers that stand. */
  private async leaveStanding({ nowMs }: WriteInput, ready: readonly ReadyWrite[]): Promise<ReadyWrite[]> {
    const all = ready.map(({ computed }) => computed);
    const left = await leaveStandingOut(this.database, all, nowMs);
    return ready.map(({ batched }, index) => ({ batched, computed: left[index] }));
  }
}

/** Computes each write. Answers, refuses or sends away those that the commit has nothing to do for. */
function computeReady(input: WriteInput, batch: readonly BatchedWrite[]): ReadyWrite[] {
  const growth = new BatchGrowth();
  let bytes = 0;
  const ready: ReadyWrite[] = [];
  for (const batched of batch) {
    try {
      const computed = bytes < maxBatchBytes ? compute(input, batched, growth) : laneAfterBatch(batched, false);
      if (!('change' in computed)) batched.answer(computed);
      else {
        ready.push({ batched, computed });
        for (const { content } of computed.change?.documents ?? []) bytes += content?.bytes ?? 0;
      }
    } catch (error) {
      batched.refuse(error);
    }
  }
  return ready;
}

/** @returns the write with what it changes, or what becomes of it without a commit. @throws Problem of this write alone */
function compute(input: WriteInput, write: BatchedWrite, growth: BatchGrowth): Computed | LaneResult {
  const { request, call, assertWithinQuota } = write;
  const computed = computeInBatch(input, request);
  if (computed === null) return laneAfterBatch(write, true);
  const { change, applied } = computed;
  if (change === null) return call.effectId === undefined ? { reply: replyOf(applied, null, null) } : computed;
  if (needsLocks(computed)) return laneAfterBatch(write, true);
  const own = growthOf(change, computed);
  assertWithinQuota(growth.with(own));
  call.assertMayBegin();
  growth.accept(own);
  return computed;
}

function holdsTooMuch(error: unknown): boolean {
  return error instanceof Problem && error.details.reason === 'write_bytes';
}
