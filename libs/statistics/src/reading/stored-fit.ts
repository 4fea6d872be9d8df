import { ChoiceMap, readChoice } from '../choice/choice-map';
import { topOption } from '../choice/choice-metric';
import { ProbabilityMap, readMap } from '../map/probability-map';
import { inBillionths } from '../number/numbers';
import { ScoreMap, readScore } from '../score/score-map';
import { expectedScore } from '../score/score-metric';
import { StoredWeights, WeighedAnswer, readWeights } from './weights';

/** A fit as it is stored and replicated: plain numbers and their meaning. */
export type StoredFit =
  /** `weights` read the answer in place of the map: with features, or of a composite judgment. */
  | { type: 'bool'; map: ProbabilityMap; weights?: StoredWeights }
  /**
   * `options` in order of definition; the escape is one more, the last. Null where each answer has options of its own: then
   * the map is a temperature or none.
   */
  | { type: 'choice'; options: string[] | null; map: ChoiceMap }
  /** `levels` ascending. */
  | { type: 'score'; levels: number[]; map: ScoreMap };

/** The numbers of an answer as the engine gave them, and the numbers that are stored beside it. */
export interface RawAnswer extends WeighedAnswer {
  /** p of a bool, score of a score. */
  number: number | null;
  escapeP?: number | null;
  /** Probabilities by option, or by level as printed in JSON. */
  dist?: Readonly<Record<string, number>> | null;
}

/** The calibrated numbers of an answer, in billionths. */
export type CalibratedAnswer =
  | { type: 'bool'; p: number }
  | { type: 'choice'; value: string | null; dist: Record<string, number>; escapeP: number }
  | { type: 'score'; score: number; value: number; dist: Record<string, number> };

/** Probability of each option, and last of the escape; 0 for an option that the answer leaves out. */
export function choiceRow(options: readonly string[], { dist, escapeP }: RawAnswer): Float64Array {
  const row = new Float64Array(options.length + 1);
  options.forEach((option, k) => (row[k] = (dist && Object.hasOwn(dist, option) && dist[option]) || 0));
  row[options.length] = escapeP ?? 0;
  return row;
}

/** Probability of each level, ascending. */
export function scoreRow(levels: readonly number[], { dist }: RawAnswer): Float64Array {
  return Float64Array.from(levels, (level) => dist?.[JSON.stringify(level)] ?? 0);
}

/** The calibrated probability of an answer that has one. */
function readBoolFit({ map, weights }: Extract<StoredFit, { type: 'bool' }>, answer: RawAnswer & { number: number }) {
  return weights ? readWeights(weights, answer) : readMap(map, answer.number);
}

/** The calibrated numbers of an answer; null when the answer lacks the numbers that the fit reads. */
export function readStored(fit: StoredFit, answer: RawAnswer): CalibratedAnswer | null {
  if (fit.type === 'bool') {
    const p = answer.number === null ? null : readBoolFit(fit, { ...answer, number: answer.number });
    return p === null ? null : { type: 'bool', p: inBillionths(p) };
  }
  if (!answer.dist) return null;
  if (fit.type === 'choice') {
    const options = fit.options ?? Object.keys(answer.dist).sort();
    const read = readChoice(fit.map, choiceRow(options, answer));
    return {
      type: 'choice',
      value: options[topOption(read)] ?? null,
      dist: Object.fromEntries(options.map((option, k) => [option, inBillionths(read[k])])),
      escapeP: inBillionths(read[options.length]),
    };
  }
  const read = readScore(fit.map, scoreRow(fit.levels, answer));
  return {
    type: 'score',
    score: inBillionths(expectedScore(read, fit.levels)),
    value: fit.levels[topOption(read)],
    dist: Object.fromEntries(fit.levels.map((level, k) => [JSON.stringify(level), inBillionths(read[k])])),
  };
}
