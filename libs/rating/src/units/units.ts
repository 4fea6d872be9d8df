import Big from 'big.js';
import { sizeClassOf } from './size-class';

/** One request to an engine: questions that share the compiled context of one document. */
export interface RatedRequest {
  /** Tokens of the compiled context. */
  contextTokens: number;
  /** Tokens of each question's text, in the order sent. The first question counts in full. A part is a question. */
  questionTokens: readonly number[];
  /** The engine's weight as the specification publishes it, above 0. */
  weight: number;
}

export interface RatedUnits {
  /** Judgments of each question before the engine's weight, in multiples of 0.25. */
  perQuestion: number[];
  /** Judgments of the request: the sum times the weight, rounded up to 0.25. */
  units: number;
}

/** Tokens of question text that one quarter of a judgment covers. */
const tokensPerQuarter = 500;

/**
 * Judgments of a request. The first question counts its size class. Each further one counts a quarter for each started
 * 500 tokens of its text, and at least a quarter of its own class. The sum is multiplied by the weight and then rounded.
 * @throws Problem `too_large` when the context with one of the questions has more than 32,000 tokens
 * @see docs/methods.md#billing [BILL-03] [BILL-04]
 */
export function unitsOf({ contextTokens, questionTokens, weight }: RatedRequest): RatedUnits {
  const perQuestion = questionTokens.map((tokens, index) => {
    const { judgments } = sizeClassOf(contextTokens + tokens);
    if (index === 0) return judgments;
    return Math.max(0.25 * Math.max(1, Math.ceil(tokens / tokensPerQuarter)), judgments / 4);
  });
  const sum = perQuestion.reduce((total, judgments) => total.plus(judgments), new Big(0));
  const quarters = sum.times(weight).times(4).round(0, Big.roundUp);
  return { perQuestion, units: quarters.div(4).toNumber() };
}

/**
 * Splits a request's units over its questions, so that the shares add up to `units` exactly. Shares are in proportion to
 * `perQuestion`, in whole quarters. Quarters that are left over go to the largest remainders, at a tie to the earlier
 * question.
 * @param units multiple of 0.25
 * @returns multiples of 0.25 in the order of `perQuestion`
 */
export function splitUnits({ perQuestion, units }: RatedUnits): number[] {
  const weights = perQuestion.map((judgments) => judgments * 4);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights;
  const quarters = units * 4;
  const shares = weights.map((weight) => Math.floor((quarters * weight) / whole));
  const remainders = weights.map((weight, index) => ({ index, remainder: (quarters * weight) % whole }));
  const left = quarters - shares.reduce((sum, share) => sum + share, 0);
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of remainders.slice(0, left)) shares[index] += 1;
  return shares.map((share) => share / 4);
}
