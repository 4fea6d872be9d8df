import type { NamespaceRef } from '@app/contracts';
import type { Tx } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { isDeleted } from '../document/draft';
import { Move } from '../subscription/membership/membership-event';
import { MembershipService } from '../subscription/membership/membership.service';
import { publishMatches } from './outcome-rule/publish';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { subscriptionsOf } from '../subscription/lookup/subscription-index';
import { Change, deletes, notifies } from './change';
import { Committed, WriteLane, commitChange } from './commit.store';
import { Computed } from './computed';

/** Something that the write read has changed: everything must be rolled back and read again. */
export class Outdated extends Error {}

/**
 * Commits a computed write in the caller's transaction and under the documents' locks: documents, attributes, answers,
 * memberships, and the facts and events about them.
 */
@Injectable()
export class CommitService {
  constructor(
    private readonly members: MembershipService,
    private readonly signal: RelatedSignal,
  ) {}

  /** @throws Outdated */
  async commit(tx: Tx, ref: NamespaceRef, computed: Computed, change: Change, lane: WriteLane): Promise<Committed> {
    const leaving = await this.leaving(tx, computed);
    const committed = await commitChange(tx, ref, computed.before, change, lane);
    if (committed === null) throw new Outdated();
    await this.moveMembers(tx, computed, committed, leaving);
    await publishMatches(tx, ref, computed.ruleMatches, committed.at);
    if (notifies(change) || deletes(change)) tx.wakeRelay();
    if (change.related.length > 0) tx.afterCommit(() => this.signal.changed());
    return committed;
  }

  /** The moves out of subscriptions of the documents that go, read before the commit deletes their memberships. */
  private async leaving(tx: Tx, { applied, before, inForce, concerns }: Computed): Promise<Move[]> {
    const { namespaceId } = before;
    const subscriptions = subscriptionsOf(inForce);
    if (namespaceId === null || subscriptions.all.length === 0) return [];
    const place = { namespaceId, inForce };
    const deleted = applied.drafts.filter(isDeleted).map((draft) => draft.before!);
    const known = [...concerns.keys(), ...deleted.map(({ id }) => id)].filter((id) => before.documents.has(id));
    const concerned = deleted.length > 0 ? subscriptions.all : [...new Set([...concerns.values()].flat())];
    await this.members.setQuietly(tx, place, known, concerned);
    return deleted.length === 0 ? [] : this.members.leaving(tx, place, deleted);
  }

  private async moveMembers(
    tx: Tx,
    { inForce, concerns }: Computed,
    { namespaceId }: Committed,
    leaving: readonly Move[],
  ): Promise<void> {
    const place = { namespaceId, inForce };
    const ids = [...concerns.keys()];
    const moves = await this.members.reevaluate(tx, place, ids, ({ id }) => concerns.get(id) ?? [], {
      cause: 'document',
    });
    await this.members.publish(tx, place, [...moves, ...leaving]);
  }
}
