import type { NamespaceRef } from '@app/contracts';
import type { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { lockDocuments } from '../document/document.store';
import { isDeleted } from '../document/draft';
import { Matching } from '../document/matching';
import { Counts, idsOf } from '../document/operations';
import { AssertWithinQuota } from '../namespace/metering/quota.service';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { Move } from '../subscription/membership/membership-event';
import { MembershipService } from '../subscription/membership/membership.service';
import { CommitService } from './commit.service';
import { Committed, FactLane } from './commit.store';
import { WriteRequest, computeMatching, computeWrite } from './compute';
import { Computed, growthOf } from './computed';
import { publishMatches } from './outcome-rule/publish';
import { ReadBefore } from './read-before';
import { readWithoutStandingAnswers } from './standing-answers';

/** Writes in the caller's transaction and under the documents' locks, which it takes before it reads. */
@Injectable()
export class LockedWrites {
  constructor(
    private readonly reading: ReadBefore,
    private readonly committing: CommitService,
    private readonly members: MembershipService,
  ) {}

  /**
   * Applies the operations of a client, or the service's own.
   * @returns what was computed and what its commit made; null when the write changed nothing
   * @throws Problem of the operations, the condition or the quota; Outdated
   */
  async writeWithin(
    tx: Tx,
    ref: NamespaceRef,
    write: WriteRequest,
    lane: FactLane,
    assertWithinQuota: AssertWithinQuota = () => undefined,
  ): Promise<{ computed: Computed; committed: Committed | null }> {
    await lockDocuments(tx, ref, idsOf(write));
    const { input, condition } = await this.reading.readForWrite(tx, ref, write);
    const computed = await readWithoutStandingAnswers(tx, computeWrite(input, write, condition), input.nowMs);
    if (computed.change !== null) assertWithinQuota(growthOf(computed.change, computed));
    return { computed, committed: await this.commit(tx, ref, computed, lane) };
  }

  /**
   * Changes those of some documents that a filter still holds for. The others are left alone and counted nowhere.
   * @throws Problem of a document that cannot take the patch, naming it; Outdated
   */
  async writeMatching(tx: Tx, ref: NamespaceRef, ids: string[], matching: Matching, lane: FactLane): Promise<Counts> {
    await lockDocuments(tx, ref, ids);
    const { input, condition } = await this.reading.readForMatching(tx, ref, ids, matching);
    const computed = await readWithoutStandingAnswers(tx, computeMatching(input, matching, condition), input.nowMs);
    await this.commit(tx, ref, computed, lane);
    return computed.applied.counts;
  }

  /** Commits documents, attributes, answers, memberships, and the facts and events about them. @throws Outdated */
  private async commit(tx: Tx, ref: NamespaceRef, computed: Computed, lane: FactLane): Promise<Committed | null> {
    const { change, before, ruleMatches } = computed;
    if (change === null) return null;
    const leaving = await this.findLeaving(tx, computed);
    const committed = await this.committing.commitWithin(tx, ref, before, change, { lane });
    await this.moveMembers(tx, computed, committed, leaving);
    await publishMatches(tx, ref, ruleMatches, committed.at);
    return committed;
  }

  /** The moves out of subscriptions of the documents that go, read before the commit deletes their memberships. */
  private async findLeaving(tx: Tx, { applied, before, inForce, concerns }: Computed): Promise<Move[]> {
    const { namespaceId } = before;
    const subscriptions = subscriptionsOf(inForce);
    if (namespaceId === null || subscriptions.all.length === 0) return [];
    const place = { namespaceId, inForce };
    const deleted = applied.drafts.filter(isDeleted).map((draft) => draft.before!);
    const known = [...concerns.keys(), ...deleted.map(({ id }) => id)].filter((id) => before.documents.has(id));
    const concerned = deleted.length > 0 ? subscriptions.all : [...new Set([...concerns.values()].flat())];
    await this.members.setQuietly(tx, place, known, concerned);
    return deleted.length === 0 ? [] : this.members.readLeaving(tx, place, deleted);
  }

  private async moveMembers(
    tx: Tx,
    { inForce, concerns }: Computed,
    { namespaceId }: Committed,
    leaving: readonly Move[],
  ): Promise<void> {
    const place = { namespaceId, inForce };
    const cause = { cause: 'document' } as const;
    const moves = await this.members.reevaluate(
      tx,
      place,
      [...concerns.keys()],
      ({ id }) => concerns.get(id) ?? [],
      cause,
    );
    await this.members.publish(tx, place, [...moves, ...leaving]);
  }
}
