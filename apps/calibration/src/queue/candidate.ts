import { SampledAnswer } from '@app/contracts/documents';
import { AnswerNumbers, Threshold, Thresholds, thresholdNumber } from '@app/definition';
import { Judgment } from '../judgment/judgment';
import { Candidate } from './draw';

/** A number farther than this from a threshold is not near it; a share of the number's range. */
const reach = 0.1;

/** A candidate with its answer. */
export interface AnswerCandidate extends Candidate {
  answer: SampledAnswer;
}

type Numbers = Pick<SampledAnswer, 'number' | 'escape_p' | 'dist'>;

/** An answer's position in [0, 1]: p, the normalized score, or the greatest probability of a choice; null without numbers. */
export function positionOf({ type, levels }: Judgment, { number, escape_p, dist }: Numbers): number | null {
  if (type === 'choice') return dist === null ? null : Math.max(escape_p ?? 0, ...Object.values(dist));
  if (number === null) return null;
  return type === 'bool' ? number : (number - lowest(levels)) / rangeOf(levels);
}

/** The candidates of a sample: its answers that have numbers. */
export function candidatesOf(judgment: Judgment, sample: readonly SampledAnswer[]): AnswerCandidate[] {
  return sample.flatMap((answer) => {
    const x = positionOf(judgment, answer);
    return x === null ? [] : [{ answer, x, near: nearness(judgment, answer, judgment.thresholds) }];
  });
}

function nearness(judgment: Judgment, answer: SampledAnswer, thresholds: Thresholds): number {
  const numbers = numbersOf(judgment, answer);
  return Math.max(0, ...Object.values(thresholds).map((one) => nearnessOf(judgment, numbers, one)));
}

function nearnessOf({ levels }: Judgment, numbers: AnswerNumbers, threshold: Threshold): number {
  const number = thresholdNumber(numbers, threshold);
  const bound = typeof threshold === 'number' ? threshold : (threshold.gte ?? threshold.lte);
  if (number === null || bound === undefined) return 0;
  const range = typeof threshold === 'object' && 'field' in threshold && threshold.field === 'score' ? levels : null;
  const distance = Math.abs(number - bound) / (range ? rangeOf(range) : 1);
  return Math.max(0, 1 - distance / reach);
}

/** The numbers that thresholds are compared with. */
export function numbersOf(
  { type, levels }: Judgment,
  { number, escape_p, dist, features }: Numbers & Pick<SampledAnswer, 'features'>,
): AnswerNumbers {
  if (type === 'bool') return { p: number, features };
  if (type === 'choice') return { escape_p, dist };
  return { score: number, normalized: number === null ? null : (number - lowest(levels)) / rangeOf(levels), dist };
}

function lowest(levels: number[] | null): number {
  return levels?.[0] ?? 0;
}

function rangeOf(levels: number[] | null): number {
  return (levels?.[levels.length - 1] ?? 1) - lowest(levels) || 1;
}

/** The members of an answer that a reviewer sees, as a read of the document shows them. */
export function shownOf({ type }: Judgment, answer: SampledAnswer): object {
  const { number, value, escape_p, dist, features, parts } = answer;
  if (type === 'bool') return { p: number, ...(features && { features }), ...(parts && { parts }) };
  if (type === 'choice') return { value, escape_p, dist };
  return { score: number, value, dist };
}
