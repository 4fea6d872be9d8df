import type { EngineAnswer } from '@app/contracts/engines';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import type { Read } from '../question/compiler';
import type { Answered, OutcomeBase } from '../record/outcome';
import { readOf } from './settle';

const escape: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: {},
  escape_p: 1,
  score: null,
  normalized: null,
  order: null,
};

/** The answer of a choice among related documents that has none: it is certain, so no engine is asked. */
export function noneOf(base: OutcomeBase, judgment: EffectiveJudgment, read: Read, engineVersion: string): Answered {
  return {
    kind: 'answered',
    ...base,
    answer: escape,
    parts: null,
    combiner: null,
    rounds: 0,
    ...readOf(read.context, { judgment, ...read }),
    engineVersion,
    units: 0,
    tokens: 0,
    costUsd: 0,
  };
}
