import { CLOCK, CONFIG, METRICS } from '@app/boot';
import type { MembershipCause } from '@app/contracts/events';
import { matches, nextFlip } from '@app/filter';
import { documentsMetrics } from '@app/metrics';
import { Turn } from '@app/observability';
import type { Clock, Metrics } from '@app/observability';
import { Tx, addToOutbox, eventRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { subjectWithAnswers } from '../../answer/answer-subject';
import { DocumentWithAnswers, isPaused, readWithAnswers } from '../../answer/answer.store';
import { readChunksByBytes } from '../../document/chunk-bytes';
import { StoredDocument } from '../../document/document';
import { InForce, NamespaceInForce } from '../../namespace/snapshot/in-force';
import { CompiledSubscription } from '../lookup/compiled-subscription';
import { subscriptionsOf } from '../lookup/subscription-index';
import { Move, eventOf } from './membership-event';
import { MemberChange, changeMembers, drawSequence, memberKey, readMembers } from './membership.store';
import { Crossing, transition } from './transition';

/** The subscriptions that a document is evaluated against. */
export type ConcernsOf = (document: StoredDocument) => readonly CompiledSubscription[];

/** Why documents are evaluated, and how. */
export interface Reason {
  cause: MembershipCause;
  /** Whether the members of a subscription are set without events. */
  quiet?: (subscription: CompiledSubscription) => boolean;
  /** The instant by which `within` is read; the process' clock when left out. */
  nowMs?: number;
}

/** Updates memberships and publishes their events, in the caller's transaction and under the documents' locks. */
@Injectable()
export class MembershipService {
  private readonly evaluations;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { publicUrl: string },
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.evaluations = metrics.counter(documentsMetrics.evaluations);
  }

  /**
   * Evaluates documents against subscriptions and writes the rows. Holds all of them in memory.
   * @returns the moves, whose events are still to be published
   */
  async reevaluate(
    tx: Tx,
    { namespaceId, inForce }: NamespaceInForce,
    ids: readonly string[],
    concernsOf: ConcernsOf,
    reason: Reason,
  ): Promise<Move[]> {
    if (ids.length === 0) return [];
    const nowMs = reason.nowMs ?? this.clock.now();
    const paused = await isPaused(tx, namespaceId);
    const read = (await readWithAnswers(tx, { namespaceId, inForce }, ids)).map((one) => ({
      ...one,
      concerns: concernsOf(one.document),
    }));
    const subscriptions = [...new Set(read.flatMap(({ concerns }) => concerns.map(({ id }) => id)))];
    if (subscriptions.length === 0) return [];
    const rows = await readMembers(tx, namespaceId, ids, subscriptions);
    const moves: Move[] = [];
    const changes: MemberChange[] = [];
    const turn = new Turn();
    for (const { concerns, ...one } of read) {
      for (const subscription of concerns) {
        // A large document against many long filters takes hundreds of milliseconds.
        if (turn.isOver) await turn.next();
        const key = { subscriptionId: subscription.id, documentId: one.document.id };
        const { row, crossings } = transition(rows.get(memberKey(key.subscriptionId, key.documentId)), {
          ...evaluate(inForce, subscription, one, paused, nowMs),
          minHoldMs: subscription.min_hold_ms,
          cause: reason.cause,
          quiet: reason.quiet?.(subscription) ?? false,
        });
        if (row !== 'same') changes.push({ ...key, row });
        for (const crossing of crossings) moves.push({ ...one, subscription, paused, ...crossing });
      }
    }
    const evaluations = read.reduce((sum, { concerns }) => sum + concerns.length, 0);
    this.evaluations.inc({ cause: reason.cause }, evaluations);
    await changeMembers(tx, namespaceId, changes);
    return moves;
  }

  /** Evaluates documents and publishes the events of their moves, a chunk of stored bytes after the other. */
  async move(
    tx: Tx,
    place: NamespaceInForce,
    ids: readonly string[],
    concernsOf: ConcernsOf,
    reason: Reason,
  ): Promise<void> {
    for (const chunk of await readChunksByBytes(tx, place.namespaceId, ids)) {
      await this.publish(tx, place, await this.reevaluate(tx, place, chunk, concernsOf, reason));
    }
  }

  /**
   * Sets the members of settling subscriptions that an open walk has still to reach, before the documents change. Every
   * later event of them is then about the change.
   */
  async setQuietly(
    tx: Tx,
    place: NamespaceInForce,
    ids: readonly string[],
    subscriptions: readonly CompiledSubscription[],
  ): Promise<void> {
    const settling = subscriptions.filter((subscription) => subscription.settling);
    if (settling.length === 0) return;
    await this.move(tx, place, ids, () => settling, { cause: 'filter', quiet: () => true });
  }

  /**
   * The moves out of subscriptions that the deletion of documents causes. A membership that no event announced, because
   * its hold has not ended, ends without an event.
   */
  async readLeaving(
    tx: Tx,
    { namespaceId, inForce }: NamespaceInForce,
    documents: readonly StoredDocument[],
  ): Promise<Move[]> {
    const byId = new Map(documents.map((document) => [document.id, document]));
    const rows = await readMembers(tx, namespaceId, [...byId.keys()], null);
    return [...rows.values()].flatMap((row) => {
      const subscription = subscriptionsOf(inForce).find(row.subscriptionId);
      const document = byId.get(row.documentId);
      if (!subscription || !document || !row.matching || (row.held && !row.released)) return [];
      const about = { subscription, document, answers: new Map(), paused: false };
      const crossings: Crossing[] = [{ entered: false, cause: 'deleted' }];
      if (row.released) crossings.unshift({ entered: true, cause: row.cause ?? 'document' });
      return crossings.map((crossing) => ({ ...about, ...crossing }));
    });
  }

  /** Publishes the events of moves that their subscriptions ask for. */
  async publish(tx: Tx, { inForce }: NamespaceInForce, moves: readonly Move[]): Promise<void> {
    const wanted = moves.filter(({ subscription, entered }) =>
      subscription.events.includes(entered ? 'entered' : 'exited'),
    );
    if (wanted.length === 0) return;
    const sequence = await drawSequence(tx, wanted.length);
    const nowMs = this.clock.now();
    const baseUrl = `${this.config.publicUrl}/v1`;
    const events = wanted.map((move, index) => eventOf(inForce, move, sequence[index], nowMs, baseUrl));
    await addToOutbox(
      tx,
      events.map((event) => eventRow(event)),
    );
  }
}

/** Whether the filter holds for a document, and when time may change that. */
function evaluate(
  inForce: InForce,
  { filter, timed }: CompiledSubscription,
  { document, answers }: DocumentWithAnswers,
  paused: boolean,
  nowMs: number,
): { matching: boolean; nextAtMs: number | null } {
  const subject = subjectWithAnswers(document, inForce, answers, paused, nowMs);
  return {
    matching: matches(filter, subject, nowMs),
    nextAtMs: timed ? nextFlip(filter, subject, nowMs) : null,
  };
}
