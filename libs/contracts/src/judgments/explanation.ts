import { policies, unavailableReasons } from '@app/definition';
import type { Policy, UnavailableReason } from '@app/definition';
import { EngineRef } from '../engine-ref';
import { Bool, Int, ListOf, Nested, Num, OneOf, Stamp, Text } from '../field';
import { request } from '../message';
import { pendingReasons } from './pending-counts';
import type { PendingReason } from './pending-counts';

export const waitReasons = ['budget', 'fanout_limit', 'claimed', 'debounce', 'turn'] as const;
/** What a row of the queue waits for. */
export type WaitReason = (typeof waitReasons)[number];

/** The version of a judgment that is in force, and when it judges. */
export class DefinitionInForce {
  @Int({ min: 1 }) version: number;
  @Text({ nullable: true, meaning: 'The template prefix that the namespace inherits it from; null for its own.' })
  template: string | null;
  @OneOf(policies) policy: Policy;
  @Int({ min: 0 }) debounce_ms: number;
  @Int({ min: 0 }) max_wait_ms: number;
  @Nested(() => EngineRef) engine: EngineRef;
}
/** A row of the queue: one version of the judgment wants an answer about the document. */
export class QueuedAnswer {
  @Int({ min: 1, meaning: 'Another version than the one in force is judged before its activation.' }) version: number;
  @OneOf(pendingReasons, { meaning: 'The lane that it waits in; lanes are served in this order.' }) lane: PendingReason;
  @OneOf(waitReasons, {
    meaning:
      '`budget`: the budget of the namespace is spent, or had no room for the last request; `fanout_limit`: fan-out is past its rolling limit or its share of the budget, or is held; `claimed`: a process takes it to the engine; `debounce`: further changes, or the next try; `turn`: nothing but a process that takes it.',
  })
  reason: WaitReason;
  @Stamp({
    nullable: true,
    meaning: 'From when it may be taken; of a claimed one, when its claim ends. Null while no time is known.',
  })
  due_at: string | null;
  @Stamp({ meaning: 'Since when it waits.' }) since: string;
  @Int({ min: 0, meaning: 'Changes since then; 0 when only readers or a backfill want it.' }) changes: number;
  @Int({ min: 0, meaning: 'Tries that have failed.' }) attempts: number;
  @Text({ nullable: true, meaning: 'The backfill that wants it, `job_..`; null when a change or a reader does.' })
  job: string | null;
}
/** The last try that ended, with an answer or without one. */
export class LastTry {
  @Stamp() at: string;
  @OneOf(unavailableReasons, { nullable: true, meaning: 'Why it brought no answer; null when it brought one.' })
  failure: UnavailableReason | null;
  @Int({ min: 0, meaning: 'The version of the document that was read.' }) document_version: number;
  @Int({ min: 0, meaning: 'The wanted version that was read with it.' }) seen: number;
}
/** The engine of the definition in force, as judging knows it. */
export class EngineState {
  @Bool({ meaning: 'False when it cannot be asked.' }) active: boolean;
  @Bool({ meaning: 'It failed too often, and is not asked until it answers a probe.' }) circuit_open: boolean;
  @Stamp({ nullable: true, meaning: 'Since when the circuit is as it is; null for an engine that is not known.' })
  since: string | null;
}
/** Fan-out of the judgment in the namespace. */
export class FanoutState {
  @Bool({ meaning: 'No fan-out of the namespace is judged: it is disabled, or its share is 0.' }) held: boolean;
  @Num({ min: 0, max: 1 }) share: number;
  @Int({ min: 0, meaning: 'Answers that fan-out may ask in any 24 hours.' }) rolling_limit: number;
  @Int({ min: 0, meaning: 'Answers that it has asked in the last 24 hours.' }) used: number;
  @Bool({ meaning: 'Fan-out of the judgment waits for room.' }) deferred: boolean;
  @Stamp({ nullable: true, meaning: 'When there is room again; null while not deferred, or as it stands never.' })
  resumes_at: string | null;
}

export class ExplainAnswer {
  @Text() namespace: string;
  @Text() document: string;
  @Text() judgment: string;
}
/** What judging knows of one answer that is wanted. It holds nothing of the document or of what an engine reads. */
export class QueueExplanation {
  @Nested(() => DefinitionInForce) definition: DefinitionInForce;
  @ListOf(() => QueuedAnswer, { meaning: 'Empty when nothing waits; the version in force first.' })
  queue: QueuedAnswer[];
  @Nested(() => LastTry, { nullable: true, meaning: 'Null before the first.' }) last: LastTry | null;
  @Bool({ meaning: 'Judging is paused in the namespace because its budget is spent.' }) paused: boolean;
  @Nested(() => EngineState) engine: EngineState;
  @Nested(() => FanoutState) fanout: FanoutState;
}
export const explainAnswer = request({
  from: ['gateway', 'operator'],
  to: 'judgments',
  subject: 'judgments.answer.explain.v1',
  why: 'Tells what an answer waits for: its rows of the queue, its last try, the engine, the budget and fan-out.',
  query: ExplainAnswer,
  reply: QueueExplanation,
});
