import Big from 'big.js';
import { sizeClassOf } from './size-class';

/** One engine request: questions that share the compiled context of one document. */
export interface RatedRequest {
  /** Tokens of the compiled context. */
  contextTokens: number;
  /** Tokens of each question's text, in the order sent; the first is the one counted in full. A part is a question. */
  questionTokens: readonly number[];
  /** The engine's weight as the specification publishes it, above 0. */
  weight: number;
}

export interface RatedUnits {
  /** Judgments of each question before the engine's weight, multiples of 0.25. */
  perQuestion: number[];
  /** Judgments of the request: the sum times the weight, rounded up to 0.25. */
  units: number;
}

/** Tokens of question text that one quarter of a judgment covers. */
const tokensPerQuarter = 500;

/**
 * Judgments of a request: the first question counts its size class; each further one a quarter for each started
 * 500 tokens of its text, and at least a quarter of its own class. The weight comes before the rounding.
 * @throws Problem `too_large` when the context with any of the questions passes 32,000 tokens: such a request is not sent
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
 * A request's units shared out over its questions, so that the shares add up to `units` exactly: in proportion to
 * `perQuestion`, in whole quarters, the quarters left over going to the largest remainders (the earlier question on a tie).
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
