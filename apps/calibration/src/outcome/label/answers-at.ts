import type { Threshold } from '@app/definition';
import { postStratify } from '@app/statistics';
import type { AnswerCounts, LabelSet } from './label-set';
import { strataOf } from './strata';

/** Shares of all current answers. */
export interface AnswersAt {
  /** The share at or above the threshold. */
  flagged: number;
  /** Shares in strata without a label: at or above the threshold, and below it. */
  unlabelled: { flagged: number; unflagged: number };
}

/** Bins of a count, from one to before another. */
type Range = readonly [number, number];

/** Whether a count of answers says how many lie at or above a number. */
type FineCounts = AnswerCounts & Required<Pick<AnswerCounts, 'fine'>>;

const thousandths = 1_000;
const edge = 1e-9;

/**
 * How all current answers lie beside thresholds on p of a bool, or on the score of a score. It is exact for thresholds of at most three
 * decimals on p; inside of a thousandth answers count as evenly spread.
 * @returns a function of the threshold; null where answers were not counted by that number
 */
export function answersAt(set: LabelSet): ((threshold: number) => AnswersAt) | null {
  const { population } = set;
  if (population === null || !isFine(population)) return null;
  const { fine, counts } = population;
  const all = sumOf(fine, [0, fine.length]);
  if (all === 0) return null;
  const { strata } = postStratify(strataOf(set), null, counts);
  const binOf = (tenth: number) => (tenth === counts.length ? fine.length : (tenth * thousandths) / counts.length);
  const empty = strata.filter(({ labels }) => labels === 0).map(({ from, to }): Range => [binOf(from), binOf(to)]);
  const unlabelled = empty.reduce((sum, range) => sum + sumOf(fine, range), 0);
  const { type, levels } = set.form;
  const [low, high] = type === 'bool' ? [0, 1] : [levels[0], levels[levels.length - 1]];
  return (threshold) => {
    const at = high === low ? 0 : ((threshold - low) / (high - low)) * thousandths;
    const flagged = empty.reduce((sum, range) => sum + sumAbove(fine, range, at), 0);
    return {
      flagged: sumAbove(fine, [0, fine.length], at) / all,
      unlabelled: { flagged: flagged / all, unflagged: (unlabelled - flagged) / all },
    };
  };
}

function isFine(counts: AnswerCounts): counts is FineCounts {
  return counts.fine !== undefined;
}

function sumOf(counts: readonly number[], [from, to]: Range): number {
  let sum = 0;
  for (let bin = from; bin < to; bin += 1) sum += counts[bin];
  return sum;
}

/** @param at the threshold, in bins */
function sumAbove(counts: readonly number[], [from, to]: Range, at: number): number {
  const bin = Math.floor(at + edge);
  const inside = Math.max(0, at - bin);
  const whole = sumOf(counts, [Math.max(from, bin), to]);
  return bin >= from && bin < to ? whole - inside * counts[bin] : whole;
}

/** The share of all current answers that meet a threshold in force; null where they were not counted by what it compares. */
export function flaggedOfAll(set: LabelSet, threshold: Threshold): number | null {
  const least = leastOf(set.form, threshold);
  return least === null ? null : (answersAt(set)?.(least).flagged ?? null);
}

/** What p of a bool or the score of a score must reach; null for a threshold on something else. */
function leastOf({ type, levels }: LabelSet['form'], threshold: Threshold): number | null {
  if (typeof threshold === 'number') return type === 'bool' ? threshold : null;
  if (type !== 'score' || !('field' in threshold) || threshold.gte === undefined) return null;
  const [low, high] = [levels[0], levels[levels.length - 1]];
  return threshold.field === 'score' ? threshold.gte : low + threshold.gte * (high - low);
}
