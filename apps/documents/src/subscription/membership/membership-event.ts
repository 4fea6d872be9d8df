import { EventRaised, makeEventWithin } from '@app/contracts/events';
import { newId } from '@app/persistence';
import { AnswerRow } from '../../answer/answer-row';
import { answerView } from '../../answer/answer-view';
import { StoredDocument, subjectOf } from '../../document/document';
import { InForce, appliesTo } from '../../namespace/snapshot/in-force';
import { CompiledSubscription } from '../lookup/compiled-subscription';
import { Crossing } from './transition';

/** A document that entered or left a subscription. */
export interface Move extends Crossing {
  subscription: CompiledSubscription;
  document: StoredDocument;
  /** The answers stored with the document, by judgment id. */
  answers: ReadonlyMap<string, AnswerRow>;
  paused: boolean;
}

/** An event with attributes and answers is at most this large [SUB-05]. */
const maxWholeBytes = 63 * 1024;

export type MembershipEvent = EventRaised & { type: 'subscription.entered' | 'subscription.exited' };

/**
 * The event of a move. An event past 63 KB has neither attributes nor answers, and says where to read them.
 * @param baseUrl address of the API, ending in `/v1`
 */
export function eventOf(
  inForce: InForce,
  move: Move,
  sequence: number,
  nowMs: number,
  baseUrl: string,
): MembershipEvent {
  const { organization, namespace } = inForce;
  const { subscription, document, cause } = move;
  const { endpoint } = subscription;
  const about = { subscription: subscription.name, document: document.id, sequence, cause };
  const whole = {
    ...about,
    ...(subscription.include.includes('attributes') && { attributes: document.attributes }),
    ...(subscription.include.includes('answers') && { answers: answerViews(inForce, move, nowMs) }),
  };
  const url = `${baseUrl}/namespaces/${encodeURIComponent(namespace)}/documents/${encodeURIComponent(document.id)}`;
  return makeEventWithin(
    maxWholeBytes,
    move.entered ? 'subscription.entered' : 'subscription.exited',
    { id: newId('evt'), organization, namespace, timestamp: new Date(nowMs).toISOString(), endpoint },
    whole,
    () => ({ ...about, truncated: true, url }),
  );
}

function answerViews({ judgments }: InForce, move: Move, nowMs: number): Record<string, unknown> {
  if (move.cause === 'deleted') return {};
  const subject = subjectOf(move.document);
  const applying = judgments.filter((judgment) => appliesTo(judgment, subject, nowMs));
  return Object.fromEntries(
    applying.map((judgment) => {
      const { view } = answerView(judgment, move.answers.get(judgment.judgmentId), {
        paused: move.paused,
        fanout: null,
        nowMs,
        subject: () => subject,
      });
      return [judgment.name, view];
    }),
  );
}
