import { causes, staleReasons, statuses, unavailableReasons } from '@app/definition';
import type { Cause, StaleReason, Status, UnavailableReason } from '@app/definition';
import { Int, Nested, OneOf, Stamp, Text } from '../field';
import { request } from '../message';
import { StaleBy } from './answer-view';

/** An answer as documents holds it: what is wanted of it, and what it has seen. */
export class WantedAnswer {
  @OneOf(statuses) status: Status;
  @OneOf(staleReasons, { nullable: true }) stale_reason: StaleReason | null;
  @Nested(() => StaleBy, {
    optional: true,
    nullable: true,
    meaning: 'As in the answer of a read: with `related_changed` only.',
  })
  stale_by?: StaleBy | null;
  @OneOf(unavailableReasons, { nullable: true }) unavailable_reason: UnavailableReason | null;
  @Int({ nullable: true, min: 1, meaning: 'The version of the definition that gave it; null without an answer.' })
  version: number | null;
  @Int({
    nullable: true,
    min: 0,
    meaning: "The document's version when a change last asked for it anew; null for an answer that nothing asked for.",
  })
  wanted: number | null;
  @Int({
    nullable: true,
    min: 0,
    meaning: 'The wanted version that the answer in force has seen: it waits while `wanted` is greater.',
  })
  seen: number | null;
  @OneOf(causes, { nullable: true, meaning: 'What asked for it last; null while nothing is wanted.' })
  cause: Cause | null;
  @Stamp({ nullable: true, meaning: 'When the first change came that it has not seen; null while nothing is wanted.' })
  wanted_at: string | null;
  @Stamp({ nullable: true, meaning: 'When it is judged at the earliest; null when nothing is to come by itself.' })
  due_at: string | null;
}

export class ReadAnswerState {
  @Text() namespace: string;
  @Text() document: string;
  @Text() judgment: string;
}
export class AnswerState {
  @Int({ min: 1 }) document_version: number;
  @Nested(() => WantedAnswer, { nullable: true, meaning: 'Null where `applies_to` leaves the document out.' })
  answer: WantedAnswer | null;
}
export const readAnswerState = request({
  from: ['gateway', 'operator'],
  to: 'documents',
  subject: 'documents.answer.state.v1',
  why: 'Tells what is wanted of one answer and what it has seen, without the document.',
  query: ReadAnswerState,
  reply: AnswerState,
});
