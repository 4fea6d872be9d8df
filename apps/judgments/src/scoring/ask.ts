import type { SkipReason } from '@app/contracts/calibration';
import type { Ask, EngineReply } from '@app/contracts/engines';
import type { UnavailableReason } from '@app/definition';
import { derivedId } from '@app/persistence';
import { seedOf } from '../judging/settle';
import { questionsOf } from '../question/question';
import type { RatedLabel } from './rated-label';
import type { Result, Scoring, ScoringAsk } from './scoring';

/** The id of an ask: the same whenever it is asked, so that billing charges it once. */
export function askIdOf(
  { run, alternative, startedAt }: Pick<Scoring, 'run' | 'alternative' | 'startedAt'>,
  answerId: string,
): string {
  return derivedId('ask', startedAt.getTime(), [run, alternative, answerId]);
}

/** An ask as the broker gets it: options are read in the order in which the labelled answer had them. */
export function toAsk(scoring: Scoring, ask: ScoringAsk, { context }: RatedLabel): Ask {
  return {
    ask_id: askIdOf(scoring, ask.answerId),
    organization: scoring.organization,
    namespace: ask.namespace,
    lane: 'scoring',
    context: context.text,
    seed: seedOf({ id: ask.document, version: context.documentVersion }),
    questions: questionsOf(scoring.definition),
    images: [...context.images],
  };
}

/** The result of an answered ask, or why the engine gave none. @param costUsd 0 for a free row */
export function answered(
  { definition }: Scoring,
  { engine_version, answers: [answer] }: EngineReply,
  { context, tokens }: RatedLabel,
  units: number,
  costUsd: number,
): Result | UnavailableReason {
  if (answer === undefined) return 'engine_bad_answer';
  if (answer.failure !== null) return answer.failure;
  const isScore = definition.type === 'score';
  const number = definition.type === 'bool' ? answer.p : isScore ? answer.score : null;
  const dist = definition.type === 'bool' ? null : answer.dist;
  if (definition.type === 'choice' ? dist === null : number === null) return 'engine_bad_answer';
  return {
    skipped: null,
    engine_version,
    number,
    escape_p: answer.escape_p,
    dist,
    units,
    tokens,
    cost_usd: costUsd,
    context_hash: context.hash,
  };
}

/** The result of a label that cannot be asked. */
export function skipped(reason: SkipReason): Result {
  return {
    skipped: reason,
    engine_version: null,
    number: null,
    escape_p: null,
    dist: null,
    units: 0,
    tokens: 0,
    cost_usd: 0,
    context_hash: null,
  };
}
