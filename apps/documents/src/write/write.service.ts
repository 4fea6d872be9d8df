import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import { Database, Effects, Tx, killPoint, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { parseCondition, passing, readsAnswers } from '../answer/condition';
import { Matching, operationsOn, placed } from '../document/matching';
import { NamedImage, assertStored, namedImages, namedIn } from '../document/named-images';
import { Applied, Counts, Draft, WriteOperations, applyOperations, idsOf } from '../document/operations';
import { heldImages } from '../image/image.store';
import { Move } from '../membership/membership-event';
import { MembershipService } from '../membership/membership.service';
import { Growth } from '../metering/plan-quota';
import { QuotaService } from '../metering/quota.service';
import { tellMatches } from '../outcome-rule/matched';
import { Match } from '../outcome-rule/outcome-rule';
import { InForce } from '../snapshot/in-force';
import { Columns } from '../snapshot/snapshots.service';
import { CompiledSubscription } from '../subscription-index/compiled-subscription';
import { Change, changeOf } from './change';
import {
  Committed,
  ReadForWrite,
  WriteLane,
  commitWrite,
  lockForWrite,
  readForWrite,
  wasMadeMeanwhile,
} from './commit.store';

export interface WriteRequest extends WriteOperations {
  condition?: unknown;
}

const optimisticTries = 3;
const maxTries = 12;
const jitterMs = 8;
const byFilterPatch = '/patch_by_filter/patch';

type Passes = ReturnType<typeof passing>;

type AssertRoom = (growth: Growth) => void;

/** What a change adds to what the organization holds. */
function growthOf({ documents, size }: Change, { namespaceId }: ReadForWrite): Growth {
  return { namespaces: namespaceId === null ? 1 : 0, documents, bytes: size };
}

/** What was read has moved: everything is rolled back and read again. */
class Moved extends Error {}

interface Computed {
  before: ReadForWrite;
  inForce: InForce;
  applied: Applied;
  change: Change | null;
  answersRead: boolean;
}

/** Writes a batch of documents: all or nothing, and nothing when nothing changes. */
@Injectable()
export class WriteService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly columns: Columns,
    private readonly members: MembershipService,
    private readonly quotas: QuotaService,
  ) {}

  /** @returns JSON text of the reply */
  async write(namespace: string, write: WriteRequest, call: Call): Promise<string> {
    const { organization } = call.who;
    const assertRoom = await this.quotas.of(call.who);
    for (let attempt = 0; attempt < maxTries; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs * attempt));
      try {
        const pessimistic = call.effectId !== undefined || attempt >= optimisticTries || namedImages(write).length > 0;
        const reply = pessimistic
          ? await this.writeLocked(organization, namespace, write, call, assertRoom)
          : await this.writeOptimistic(organization, namespace, write, call, assertRoom);
        if (reply !== null) return reply;
      } catch (error) {
        if (!(error instanceof Moved) && !wasMadeMeanwhile(error)) throw error;
      }
    }
    throw new Problem(
      'unavailable',
      'Too many writers change these documents at once; try again.',
      {},
      { retryAfterS: 1 },
    );
  }

  /** Two round trips and no transaction of our own: what was read is checked again by the commit. */
  private async writeOptimistic(
    organization: string,
    namespace: string,
    write: WriteRequest,
    call: Call,
    assertRoom: AssertRoom,
  ): Promise<string | null> {
    const computed = await this.compute(this.database, organization, namespace, write);
    const { change, before, applied } = computed;
    if (change === null) return replyOf(applied, null, null);
    assertRoom(growthOf(change, before));
    if (this.needsLocks(computed)) return this.writeLocked(organization, namespace, write, call, assertRoom);
    call.assertMayBegin();
    await killPoint('documents.write.before-commit');
    const committed = await commitWrite(this.database, organization, namespace, before, change);
    if (committed === null) return null;
    await killPoint('documents.write.after-commit');
    if (change.tells || change.deletes) this.database.wakeRelay();
    return replyOf(applied, change, committed);
  }

  /** Locks first, then reads: for keyed writes, for members of subscriptions, and when optimism failed. */
  private async writeLocked(
    organization: string,
    namespace: string,
    write: WriteRequest,
    call: Call,
    assertRoom: AssertRoom,
  ): Promise<string> {
    const outcome = await this.effects.once('documents.write', call, async (tx) => {
      await lockForWrite(tx, organization, namespace, idsOf(write));
      const computed = await this.compute(tx, organization, namespace, write);
      const { change, applied } = computed;
      if (change === null) return { status: 200, body: replyOf(applied, null, null) };
      assertRoom(growthOf(change, computed.before));
      const committed = await this.commitLocked(tx, organization, namespace, computed, change, 'live');
      return { status: 200, body: replyOf(applied, change, committed) };
    });
    return outcome.body;
  }

  /**
   * Writes those of some documents that a filter still holds for, under their locks and in the caller's transaction;
   * what has gone or matches no more is left alone and counts nowhere.
   * @throws Problem about a document that cannot take the patch, naming it
   */
  async writeMatching(
    tx: Tx,
    place: { organization: string; namespace: string },
    ids: string[],
    matching: Matching,
    lane: WriteLane,
  ): Promise<Counts> {
    const { organization, namespace } = place;
    await lockForWrite(tx, organization, namespace, ids);
    const computed = await this.compute(tx, organization, namespace, {}, { ids, matching });
    const { change, applied } = computed;
    if (change !== null) await this.commitLocked(tx, organization, namespace, computed, change, lane);
    return applied.counts;
  }

  /** Operations of the service's own, under the documents' locks and in the caller's transaction. */
  async writeWithin(
    tx: Tx,
    { organization, namespace }: { organization: string; namespace: string },
    write: WriteOperations,
    lane: WriteLane,
  ): Promise<void> {
    await lockForWrite(tx, organization, namespace, idsOf(write));
    const computed = await this.compute(tx, organization, namespace, write);
    const { change } = computed;
    if (change !== null) await this.commitLocked(tx, organization, namespace, computed, change, lane);
  }

  /** Documents, attributes, answers' rows, members and the facts and events about them: one transaction. */
  private async commitLocked(
    tx: Tx,
    organization: string,
    namespace: string,
    computed: Computed,
    change: Change,
    lane: WriteLane,
  ): Promise<Committed> {
    const concerns = concernsOf(computed);
    const leaving = await this.leaving(tx, organization, computed, concerns);
    const committed = await commitWrite(tx, organization, namespace, computed.before, change, lane);
    if (committed === null) throw new Moved();
    await this.moveMembers(tx, organization, computed, committed, concerns, leaving);
    await tellMatches(tx, { organization, namespace }, this.rulesMet(computed), committed.at);
    return committed;
  }

  private async compute(
    from: Queryable,
    organization: string,
    namespace: string,
    write: WriteRequest,
    chosen?: { ids: string[]; matching: Matching },
  ): Promise<Computed> {
    const ids = chosen?.ids ?? idsOf(write);
    const before = await readForWrite(from, organization, namespace, ids);
    if (before.deleting) {
      throw new Problem('conflict', 'The namespace is being deleted; write when the deletion has ended.', {
        reason: 'deleting',
      });
    }
    await assertImages(
      from,
      before,
      chosen ? namedIn(chosen.matching.patch?.images, byFilterPatch) : namedImages(write),
    );
    const inForce = await this.columns.at(organization, namespace, before.revisions, from);
    const nowMs = this.clock.now();
    const condition =
      chosen?.matching.filter ?? (write.condition === undefined ? null : parseCondition(write.condition, inForce));
    const answers =
      condition && readsAnswers(condition) && before.namespaceId !== null
        ? await this.members.answersOf(from, before.namespaceId, [...before.documents.keys()])
        : null;
    const passes = condition ? passing(condition, inForce, answers, nowMs) : undefined;
    const { applied, change } = chosen
      ? this.applyMatching(chosen.matching, before, passes!, inForce, nowMs)
      : this.apply(write, before, passes, inForce, nowMs);
    return { before, inForce, applied, change, answersRead: answers !== null };
  }

  private apply(
    write: WriteOperations,
    { documents }: ReadForWrite,
    passes: Passes | undefined,
    inForce: InForce,
    nowMs: number,
  ): Pick<Computed, 'applied' | 'change'> {
    const applied = applyOperations(write, documents, nowMs, passes);
    return { applied, change: changeOf(applied.drafts, inForce, nowMs) };
  }

  private applyMatching(
    matching: Matching,
    before: ReadForWrite,
    passes: Passes,
    inForce: InForce,
    nowMs: number,
  ): Pick<Computed, 'applied' | 'change'> {
    const ids = [...before.documents.values()].filter(passes).map(({ id }) => id);
    try {
      return this.apply(operationsOn(matching, ids), before, undefined, inForce, nowMs);
    } catch (error) {
      throw placed(error, ids);
    }
  }

  /** Answers and members move without their document's version: what depends on them is read under the locks. */
  private needsLocks(computed: Computed): boolean {
    if (computed.answersRead || this.rulesMet(computed).length > 0) return true;
    if (computed.inForce.subscriptions.all.length === 0) return false;
    return computed.applied.drafts.some(isDeleted) || concernsOf(computed).size > 0;
  }

  private rulesMet({ inForce, applied }: Computed): Match[] {
    return inForce.outcomeRules.madeTrue(applied.drafts, this.clock.now());
  }

  /** Who is a member of what, of the documents that go: read before the commit takes the rows away. */
  private async leaving(
    tx: Tx,
    organization: string,
    { applied, before, inForce }: Computed,
    concerns: Concerns,
  ): Promise<Move[]> {
    const { namespaceId } = before;
    if (namespaceId === null || inForce.subscriptions.all.length === 0) return [];
    const place = { organization, namespaceId, inForce };
    const deleted = applied.drafts.filter(isDeleted).map((draft) => draft.before!);
    const known = [...concerns.keys(), ...deleted.map(({ id }) => id)].filter((id) => before.documents.has(id));
    const concerned = deleted.length > 0 ? inForce.subscriptions.all : [...new Set([...concerns.values()].flat())];
    await this.members.settle(tx, place, known, concerned);
    return deleted.length === 0 ? [] : this.members.leaving(tx, place, deleted);
  }

  private async moveMembers(
    tx: Tx,
    organization: string,
    { inForce }: Computed,
    { namespaceId }: Committed,
    concerns: Concerns,
    leaving: readonly Move[],
  ): Promise<void> {
    const place = { organization, namespaceId, inForce };
    const moves = await this.members.reconsider(tx, place, [...concerns.keys()], ({ id }) => concerns.get(id) ?? [], {
      cause: 'document',
    });
    await this.members.tell(tx, place, [...moves, ...leaving]);
  }
}

/** Under the locks of the documents: a picture that they name cannot be erased before they are committed. */
async function assertImages(
  from: Queryable,
  { namespaceId }: ReadForWrite,
  named: readonly NamedImage[],
): Promise<void> {
  if (named.length === 0) return;
  const ids = [...new Set(named.map(({ id }) => id))];
  assertStored(named, namespaceId === null ? new Map() : await heldImages(from, namespaceId, ids));
}

/** The subscriptions that a write may move each of its documents into or out of. */
type Concerns = ReadonlyMap<string, readonly CompiledSubscription[]>;

function concernsOf({ inForce, applied }: Computed): Concerns {
  return new Map(
    applied.drafts
      .map(({ id, before, after }) => [id, inForce.subscriptions.concernedByWrite(id, before, after)] as const)
      .filter(([, concerned]) => concerned.length > 0),
  );
}

function isDeleted({ before, after }: Draft): boolean {
  return before !== null && after === null;
}

function replyOf({ drafts, counts }: Applied, change: Change | null, committed: Committed | null): string {
  const versions = new Map(change?.ids.map((id, index) => [id, committed?.versions[index]]) ?? []);
  const documents = drafts
    .filter(({ after }) => after !== null)
    .map(({ id, before }) => ({ id, version: versions.get(id) ?? before?.version }));
  return JSON.stringify({ ...counts, documents });
}
