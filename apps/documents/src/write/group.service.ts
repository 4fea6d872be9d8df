import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { currentTraceparent, inSpan } from '@app/observability';
import { Database, Effects, TimeLimit, Tx, killPoint, untilDeadline, wasRefused } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ReadForWrite } from '../document/document.store';
import { idsOf } from '../document/operations';
import { AssertWithinQuota } from '../namespace/metering/quota.service';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { Change, deletes, notifies } from './change';
import { Outdated } from './commit.service';
import { Committed, commitChange } from './commit.store';
import { ComputeService, WriteInput, WriteRequest } from './compute.service';
import { Computed, growthOf, needsLocks, replyOf } from './computed';
import { GroupGrowth } from './group-growth';
import { mergedChange } from './merged-change';
import { withoutStanding } from './standing-answers';
import { WaitingWrite, WaitingWrites } from './waiting-writes';

/** Bytes of the documents that a group reads, and of those that it stores. A process holds them in memory, parsed. */
const maxGroupBytes = 2 * 1024 * 1024;
/** How long a group waits for a lock, before its writes go alone and only those wait whose lock it is; milliseconds. */
const lockWaitMs = 200;

/** What becomes of a write that its group did not commit: it is written alone, and nothing of it is stored yet. */
export interface Alone {
  /** It depends on what must be read under the documents' locks. */
  needsLocks: boolean;
}

interface GroupedWrite extends WaitingWrite {
  write: WriteRequest;
  call: Call;
  assertWithinQuota: AssertWithinQuota;
  /** Of the request's span; undefined without tracing. */
  traceparent: string | undefined;
  /** @param outcome JSON text of the reply, or that the write goes alone */
  answer(outcome: string | Alone): void;
  refuse(error: unknown): void;
}

/** A write of a group that has something to commit: a change, or the reply to a keyed write that changed nothing. */
interface ReadyWrite {
  grouped: GroupedWrite;
  computed: Computed;
}

/**
 * Commits writes of one document each together with others of their namespace. One group of a namespace is under way and
 * holds one connection; the writes that arrive meanwhile are the next group. A write that arrives alone waits for nobody.
 *
 * Works in a group: upserts, patches, appends and deletions, `if_version`, conditions on the document, new namespaces,
 * idempotency keys (their effects commit with the group), invalidated answers and facts. A write goes alone when its
 * condition reads answers, when it decides an outcome rule, when it concerns a subscription, when the group has reached
 * its bytes, and when the commit of the group was refused; each then gets its own error. Writes of several documents and
 * writes that name images do not come here.
 */
@Injectable()
export class GroupService {
  private readonly queues = new Map<string, WaitingWrites<GroupedWrite>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly computing: ComputeService,
    private readonly signal: RelatedSignal,
  ) {}

  /**
   * @param write of one document, without images
   * @returns JSON text of the reply, or that the write must go alone
   * @throws Problem of this write alone; `unavailable` when the database was lost, and the write may be stored
   */
  write(
    ref: NamespaceRef,
    write: WriteRequest,
    call: Call,
    assertWithinQuota: AssertWithinQuota,
  ): Promise<string | Alone> {
    const [id] = idsOf(write);
    return new Promise((answer, reject) => {
      const refuse = (error: unknown): void =>
        void this.kept(call).then((kept) => (kept === null ? reject(error) : answer(kept)), reject);
      this.queueOf(ref).add({ id, write, call, assertWithinQuota, traceparent: currentTraceparent(), answer, refuse });
    });
  }

  /** The reply that an earlier attempt of a keyed write has kept. */
  private async kept({ effectId }: Call): Promise<string | null> {
    return (await this.effects.find(effectId))?.body ?? null;
  }

  private queueOf(ref: NamespaceRef): WaitingWrites<GroupedWrite> {
    const key = `${ref.organization} ${ref.namespace}`;
    const known = this.queues.get(key);
    if (known !== undefined) return known;
    const queue = new WaitingWrites<GroupedWrite>();
    this.queues.set(key, queue);
    // The requests that came in the same turn of the event loop join the first group.
    setImmediate(() => void this.drain(ref, key, queue));
    return queue;
  }

  private async drain(ref: NamespaceRef, key: string, queue: WaitingWrites<GroupedWrite>): Promise<void> {
    while (!queue.isEmpty) await this.writeGroup(ref, queue.takeGroup());
    this.queues.delete(key);
  }

  /** Answers or refuses every write of the group. */
  private async writeGroup(ref: NamespaceRef, group: readonly GroupedWrite[]): Promise<void> {
    const deadlineAtMs = Math.min(...group.map(({ call }) => call.deadlineAtMs));
    const [traceparent, ...links] = group.flatMap((one) => one.traceparent ?? []);
    try {
      await untilDeadline(deadlineAtMs, ref.organization, () =>
        inSpan('commit documents', { traceparent, links }, () => this.commitOrSendAway(ref, group)),
      );
    } catch (error) {
      for (const grouped of group) grouped.refuse(error);
    }
  }

  /** @throws Error after which nobody knows what is stored */
  private async commitOrSendAway(ref: NamespaceRef, group: readonly GroupedWrite[]): Promise<void> {
    try {
      await this.readAndCommit(ref, group);
    } catch (error) {
      if (!(error instanceof Outdated) && !holdsTooMuch(error) && !wasRefused(error)) throw error;
      for (const grouped of group) grouped.answer({ needsLocks: false });
    }
  }

  private async readAndCommit(ref: NamespaceRef, group: readonly GroupedWrite[]): Promise<void> {
    const writes = group.map(({ write }) => write);
    const input = await this.computing.readTogether(this.database, ref, writes, maxGroupBytes);
    const ready = await this.settled(input, this.readyOf(input, group));
    if (ready.length === 0) return;
    const changes = ready.flatMap(({ computed }) => computed.change ?? []);
    const change = changes.length === 0 ? null : mergedChange(changes);
    for (const [index, reply] of (await this.commit(ref, input.before, change, ready)).entries()) {
      ready[index].grouped.answer(reply);
    }
  }

  /** Computes each write. Answers, refuses or sends away those that the commit has nothing to do for. */
  private readyOf(input: WriteInput, group: readonly GroupedWrite[]): ReadyWrite[] {
    const growth = new GroupGrowth();
    let bytes = 0;
    const ready: ReadyWrite[] = [];
    for (const grouped of group) {
      try {
        const outcome = bytes < maxGroupBytes ? this.compute(input, grouped, growth) : { needsLocks: false };
        if (typeof outcome === 'string' || !('change' in outcome)) grouped.answer(outcome);
        else {
          ready.push({ grouped, computed: outcome });
          for (const { content } of outcome.change?.documents ?? []) bytes += content?.bytes ?? 0;
        }
      } catch (error) {
        grouped.refuse(error);
      }
    }
    return ready;
  }

  /** Without the answers that stand. */
  private async settled({ nowMs }: WriteInput, ready: readonly ReadyWrite[]): Promise<ReadyWrite[]> {
    const all = ready.map(({ computed }) => computed);
    const settled = await withoutStanding(this.database, all, nowMs);
    return ready.map(({ grouped }, index) => ({ grouped, computed: settled[index] }));
  }

  /** @returns the write with what it changes, or its outcome. @throws Problem of this write alone */
  private compute(
    input: WriteInput,
    { write, call, assertWithinQuota }: GroupedWrite,
    growth: GroupGrowth,
  ): Computed | string | Alone {
    const computed = this.computing.ofRead(input, write);
    if (computed === null) return { needsLocks: true };
    const { change, applied } = computed;
    if (change === null) return call.effectId === undefined ? replyOf(applied, null, null) : computed;
    if (needsLocks(computed)) return { needsLocks: true };
    const own = growthOf(change, computed);
    assertWithinQuota(growth.with(own));
    call.assertMayBegin();
    growth.accept(own);
    return computed;
  }

  /** @returns the replies. @throws Outdated when something that was read has changed, or a deadline has passed */
  private async commit(
    ref: NamespaceRef,
    before: ReadForWrite,
    change: Change | null,
    ready: readonly ReadyWrite[],
  ): Promise<string[]> {
    const limit = earliestOf(ready);
    const isKeyed = ready.some(({ grouped }) => grouped.call.effectId !== undefined);
    if (isKeyed) {
      return this.database.transaction(
        'documents.write',
        (tx) => this.commitKeyed(tx, ref, before, change, ready),
        limit,
      );
    }
    if (change === null) return ready.map(({ computed }) => replyOf(computed.applied, null, null));
    await killPoint('documents.write.before-commit');
    const committed = await commitChange(this.database, ref, before, change, 'live', lockWaitMs);
    if (committed === null) throw new Outdated();
    await killPoint('documents.write.after-commit');
    if (notifies(change) || deletes(change)) this.database.wakeRelay();
    if (change.related.length > 0) this.signal.changed();
    return repliesOf(ready, committed);
  }

  private async commitKeyed(
    tx: Tx,
    ref: NamespaceRef,
    before: ReadForWrite,
    change: Change | null,
    ready: readonly ReadyWrite[],
  ): Promise<string[]> {
    const committed = change === null ? null : await commitChange(tx, ref, before, change, 'live', lockWaitMs);
    if (change !== null && committed === null) throw new Outdated();
    const replies = repliesOf(ready, committed);
    const kept = ready.flatMap(({ grouped: { call } }, index) =>
      call.effectId === undefined ? [] : [{ effectId: call.effectId, outcome: { status: 200, body: replies[index] } }],
    );
    await this.effects.keepEach(tx, kept);
    if (change !== null && (notifies(change) || deletes(change))) tx.wakeRelay();
    if (change !== null && change.related.length > 0) tx.afterCommit(() => this.signal.changed());
    return replies;
  }
}

/** Until when a group may begin to commit. Past it the writes go alone: those that have time left are not refused. */
function earliestOf(ready: readonly ReadyWrite[]): TimeLimit {
  return {
    get toBeginMs() {
      return Math.min(...ready.map(({ grouped }) => grouped.call.toBeginMs));
    },
    assertMayBegin() {
      if (this.toBeginMs < 0) throw new Outdated();
    },
  };
}

/** In the order of the writes. @param committed null when none of them changes anything */
function repliesOf(ready: readonly ReadyWrite[], committed: Committed | null): string[] {
  const versions = committed?.versions.values();
  return ready.map(({ computed: { applied, change } }) => {
    const own = change?.documents.map(() => versions!.next().value!) ?? [];
    return replyOf(applied, change, { versions: own });
  });
}

function holdsTooMuch(error: unknown): boolean {
  return error instanceof Problem && error.details.reason === 'write_bytes';
}
