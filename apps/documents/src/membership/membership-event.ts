import { EventRaised, makeEventWithin } from '@app/contracts';
import { newId } from '@app/persistence';
import { AnswerRow } from '../answer/answer-row';
import { answerView } from '../answer/answer-view';
import { StoredDocument, subjectOf } from '../document/document';
import { InForce } from '../snapshot/in-force';
import { CompiledSubscription, MembershipCause } from '../subscription-index/compiled-subscription';

/** Where members move. */
export interface Place {
  organization: string;
  namespaceId: string;
  inForce: InForce;
}

/** A document that entered or left; `answers` are those stored with it. */
export interface Move {
  subscription: CompiledSubscription;
  document: StoredDocument;
  answers: ReadonlyMap<string, AnswerRow>;
  paused: boolean;
  entered: boolean;
  cause: MembershipCause;
}

/** Bytes of an event with attributes and answers [SUB-05]. */
const maxWholeBytes = 63 * 1024;

export type MembershipEvent = EventRaised & { type: 'subscription.entered' | 'subscription.exited' };

function answersOf({ inForce }: Place, move: Move, nowMs: number): Record<string, unknown> {
  if (move.cause === 'deleted') return {};
  const subject = subjectOf(move.document);
  const applying = inForce.judgments.filter((judgment) => inForce.applies(judgment, subject, nowMs));
  return Object.fromEntries(
    applying.map((judgment) => {
      const { view } = answerView(inForce, judgment, move.answers.get(judgment.judgmentId), move.paused);
      return [judgment.name, view];
    }),
  );
}

/**
 * The event of a move. A body past 63 KB goes without attributes and answers, and says where to read them.
 * @param baseUrl address of the API, ending in `/v1`
 */
export function eventOf(place: Place, move: Move, sequence: number, nowMs: number, baseUrl: string): MembershipEvent {
  const { organization } = place;
  const { namespace } = place.inForce;
  const { subscription, document, cause } = move;
  const { endpoint } = subscription;
  const about = { subscription: subscription.name, document: document.id, sequence, cause };
  const whole = {
    ...about,
    ...(subscription.include.includes('attributes') && { attributes: document.attributes }),
    ...(subscription.include.includes('answers') && { answers: answersOf(place, move, nowMs) }),
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
