import type { EngineAnswer } from '@app/contracts';
import type { EffectiveJudgment } from '../definition/judgment';
import type { Read } from '../question/compiler';
import { choosingOf, hasHeats } from '../question/heats';
import type { Answered, OutcomeBase } from '../record/outcome';
import type { QuestionGroup } from './planned-ask';
import { readOf } from './settle';

/** Options beside the escape that every engine takes, for one that publishes no number. */
const usualOptions = 254;

/** What a group asks: its questions, and the candidates of a choice among related documents. */
export function askedOf(
  { questionTokens, candidates, observation }: Pick<Read, 'questionTokens' | 'candidates' | 'observation'>,
  engineOptions: number = usualOptions,
): Pick<QuestionGroup, 'questionTokens' | 'choosing' | 'observation'> {
  if (candidates === null) return { questionTokens, choosing: null, observation };
  const choosing = choosingOf(candidates, engineOptions);
  const truncated = observation.truncated || choosing.cut;
  const [question] = questionTokens;
  const all = choosing.options.reduce((sum, { tokens }) => sum + tokens, question);
  return {
    questionTokens: [hasHeats(choosing) ? question : all],
    choosing,
    observation: { ...observation, truncated },
  };
}

const escape: EngineAnswer = {
  ...{ failure: null, p: null, value: null, dist: {}, escape_p: 1 },
  ...{ score: null, normalized: null, order: null },
};

/** The answer of a choice among related documents that has none: it is certain, so no engine is asked. */
export function noneOf(base: OutcomeBase, judgment: EffectiveJudgment, read: Read, engineVersion: string): Answered {
  return {
    kind: 'answered',
    ...base,
    ...{ answer: escape, parts: null, combiner: null, rounds: 0 },
    ...readOf(read.context, { judgment, ...read }),
    engineVersion,
    units: 0,
    tokens: 0,
    costUsd: 0,
  };
}
