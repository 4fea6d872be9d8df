import { CLOCK, CONFIG, METRICS } from '@app/boot';
import { matches, nextFlip } from '@app/filter';
import type { Clock, Metrics } from '@app/observability';
import { Tx, addToOutbox, eventRow, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { answersAsSubject } from '../answer/answer-view';
import { AnswersOf } from '../answer/condition';
import { StoredDocument, subjectOf } from '../document/document';
import { CompiledSubscription, MembershipCause } from '../subscription-index/compiled-subscription';
import { Move, Place, eventOf } from './membership-event';
import {
  DocumentWithAnswers,
  MemberChange,
  changeMembers,
  documentsWithAnswers,
  drawSequence,
  isPaused,
  membersAmong,
} from './membership.store';
import { transition } from './transition';

/** Which subscriptions a document is held against. */
export type ConcernsOf = (document: StoredDocument) => readonly CompiledSubscription[];

export interface Reason {
  cause: MembershipCause;
  /** Whether members are only set, and nobody told. */
  quiet?: (subscription: CompiledSubscription) => boolean;
  /** The instant by which `within` is read; the process' clock when left out. */
  nowMs?: number;
}

/** Moves members and tells of it, inside the transaction of what moved them and under the documents' locks. */
@Injectable()
export class MembershipService {
  private readonly evaluations;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { publicUrl: string },
    @Inject(METRICS) metrics: Metrics,
  ) {
    const help = 'Times that a document was held against the filter of a subscription.';
    this.evaluations = metrics.counter('subscription_evaluations_total', help, ['cause']);
  }

  async answersOf(from: Queryable, namespaceId: string, ids: string[]): Promise<AnswersOf> {
    const read = await documentsWithAnswers(from, namespaceId, ids);
    const rows = new Map(read.map(({ document, answers }) => [document.id, answers]));
    return { paused: await isPaused(from, namespaceId), rows };
  }

  /** Holds some documents against some subscriptions, moves the rows and says who is to be told. */
  async reconsider(
    tx: Tx,
    place: Place,
    ids: readonly string[],
    concernsOf: ConcernsOf,
    reason: Reason,
  ): Promise<Move[]> {
    if (ids.length === 0) return [];
    const nowMs = reason.nowMs ?? this.clock.now();
    const paused = await isPaused(tx, place.namespaceId);
    const read = (await documentsWithAnswers(tx, place.namespaceId, [...ids])).map((one) => ({
      ...one,
      concerns: concernsOf(one.document),
    }));
    const subscriptions = [...new Set(read.flatMap(({ concerns }) => concerns.map(({ id }) => id)))];
    if (subscriptions.length === 0) return [];
    const rows = await membersAmong(tx, place.namespaceId, ids, subscriptions);
    const moves: Move[] = [];
    const changes: MemberChange[] = [];
    for (const { concerns, ...one } of read) {
      for (const subscription of concerns) {
        const key = { subscriptionId: subscription.id, documentId: one.document.id };
        const seen = {
          ...this.look(place, subscription, one, paused, nowMs),
          minHoldMs: subscription.min_hold_ms,
          cause: reason.cause,
          quiet: reason.quiet?.(subscription) ?? false,
        };
        const { row, says } = transition(rows.get(`${key.subscriptionId} ${key.documentId}`), seen);
        if (row !== 'same') changes.push({ ...key, row });
        for (const said of says) moves.push({ ...one, subscription, paused, ...said });
      }
    }
    this.evaluations.inc(
      { cause: reason.cause },
      read.reduce((sum, { concerns }) => sum + concerns.length, 0),
    );
    await changeMembers(tx, place.namespaceId, changes);
    return moves;
  }

  private look(
    { inForce }: Place,
    subscription: CompiledSubscription,
    { document, answers }: DocumentWithAnswers,
    paused: boolean,
    nowMs: number,
  ): { matching: boolean; nextAtMs: number | null } {
    const bare = subjectOf(document);
    const answer = answersAsSubject(inForce, answers, paused, (judgment) => inForce.applies(judgment, bare, nowMs));
    const subject = { ...bare, answer };
    return {
      matching: matches(subscription.filter, subject, nowMs),
      nextAtMs: subscription.timed ? nextFlip(subscription.filter, subject, nowMs) : null,
    };
  }

  /**
   * Sets members that a silent walk has still to reach, before the documents change: events after it are of the change.
   */
  async settle(tx: Tx, place: Place, ids: readonly string[], subscriptions: readonly CompiledSubscription[]) {
    const quiet = subscriptions.filter((subscription) => subscription.quiet);
    if (quiet.length > 0) await this.reconsider(tx, place, ids, () => quiet, { cause: 'filter', quiet: () => true });
  }

  /** The memberships that end with deleted documents; those that no event announced end without an event. */
  async leaving(tx: Tx, { namespaceId, inForce }: Place, documents: readonly StoredDocument[]): Promise<Move[]> {
    const byId = new Map(documents.map((document) => [document.id, document]));
    const rows = await membersAmong(tx, namespaceId, [...byId.keys()], null);
    return [...rows].flatMap(([key, { matching, held, released, cause }]) => {
      const space = key.indexOf(' ');
      const subscription = inForce.subscriptions.find(key.slice(0, space));
      const document = byId.get(key.slice(space + 1));
      if (!subscription || !document || !matching || (held && !released)) return [];
      const move = { subscription, document, answers: new Map(), paused: false };
      const left: Move = { ...move, entered: false, cause: 'deleted' };
      return released ? [{ ...move, entered: true, cause: cause ?? 'document' }, left] : [left];
    });
  }

  /** Raises the events of moves that their subscriptions want to hear. */
  async tell(tx: Tx, place: Place, moves: readonly Move[]): Promise<void> {
    const told = moves.filter(({ subscription, entered }) =>
      subscription.events.includes(entered ? 'entered' : 'exited'),
    );
    if (told.length === 0) return;
    const sequence = await drawSequence(tx, told.length);
    const nowMs = this.clock.now();
    await addToOutbox(
      tx,
      told.map((move, index) => eventRow(eventOf(place, move, sequence[index], nowMs, this.config.publicUrl))),
    );
  }
}
