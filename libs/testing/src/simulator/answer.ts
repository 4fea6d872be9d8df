import { isObject } from '@app/json';
import { canon } from './canon';
import type { SimConfig } from './config';
import type { Dialect } from './dialect';
import type { SimQuestion, SimRequest } from './request';
import { choiceConfidence, print, scoreConfidence, stepsPerOne } from './rounding';
import { spreadsOf } from './spread';

export type SimAnswer =
  | { type: 'noul'; noul: number }
  | { type: 'choice'; choice: string; probabilities: Record<string, number>; confidence: number }
  | {
      type: 'score';
      score: number;
      legend: Record<string, string>;
      probabilities: Record<string, number>;
      confidence: number;
    };

export interface SimBody {
  model: string;
  answers: Record<string, SimAnswer>;
  usage: { input_tokens: number; output_tokens: number };
}

/** The body of a good answer (docs/engines.md#bodies-and-headers). */
export function answerBody(request: SimRequest, dialect: Dialect, config: SimConfig, requestNumber: number): SimBody {
  const spreads = spreadsOf(request, config, requestNumber);
  let outputTokens = 0;
  const answers: [string, SimAnswer][] = request.questions.map(([name, question], index) => {
    const options = isObject(question.criteria) ? Object.keys(question.criteria).length : 0;
    outputTokens += dialect.outputTokens({ type: question.type, options });
    return [name, answerOf(question, spreads[index], dialect, config)];
  });
  return {
    model: request.model,
    answers: Object.fromEntries(answers),
    usage: { input_tokens: request.inputTokens, output_tokens: outputTokens },
  };
}

function answerOf(question: SimQuestion, spread: number[], dialect: Dialect, config: SimConfig): SimAnswer {
  const rounding = config.rounding ?? dialect.rounding;
  const printed = print(spread, rounding, config.saturate ?? dialect.saturate, config.fix_sum);
  const perOne = stepsPerOne(rounding);
  const onGrid = (value: number) => (perOne === null ? value : Math.floor(value * perOne + 0.5) / perOne);
  if (question.type === 'noul') return { type: 'noul', noul: printed[0] };
  if (question.type === 'choice') {
    const keys = Object.keys(isObject(question.criteria) ? question.criteria : {});
    return {
      type: 'choice',
      // The top of the unrounded values: in a printed tie it may trail, which clients must accept.
      choice: keys[spread.indexOf(Math.max(...spread))],
      probabilities: Object.fromEntries(keys.map((key, index) => [key, printed[index]])),
      confidence: onGrid(choiceConfidence(printed)),
    };
  }
  const levels: unknown[] = Array.isArray(question.criteria) ? question.criteria : [];
  const mean = printed.reduce((sum, p, index) => sum + p * index, 0);
  return {
    type: 'score',
    score: Math.round(mean * 10_000) / 10_000,
    legend: Object.fromEntries(levels.map((level, index) => [index, typeof level === 'string' ? level : canon(level)])),
    probabilities: Object.fromEntries(printed.map((p, index) => [index, p])),
    confidence: onGrid(scoreConfidence(printed)),
  };
}
