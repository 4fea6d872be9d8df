import { estimateShare } from '../interval/clustered-share';
import type { Interval } from '../interval/proportion';
import { logit } from '../number/probability';

/** One answer that an engine was asked for several times. */
export interface RepeatedAnswer {
  /** Number of its document: answers of one document are alike. */
  unit: number;
  /** How many current answers it stands for: the inverse of the probability of its draw. */
  weight: number;
}

/** A share of answers, with Wilson's 95 % interval by document. */
export interface RepeatedShare {
  share: number;
  interval: Interval;
}

/**
 * The standard deviation of an answer asked again, over all answers: the root of the weighted mean of the answers' own variances,
 * each with the divisor n - 1, so that it is free of bias however often each was asked.
 * @param numbers of each answer, those of all asks; answers with fewer than two say nothing and are left out
 * @returns in the unit of the numbers; null when no answer was asked twice
 */
export function repeatDeviation(
  answers: readonly RepeatedAnswer[],
  numbers: readonly (readonly number[])[],
): number | null {
  let [all, sum] = [0, 0];
  answers.forEach(({ weight }, at) => {
    const own = numbers[at];
    if (own.length < 2) return;
    // From the first number, so that equal ones differ by exactly 0.
    const mean = own.reduce((total, one) => total + (one - own[0]), 0) / own.length;
    const squares = own.reduce((total, one) => total + (one - own[0] - mean) ** 2, 0);
    all += weight;
    sum += (weight * squares) / (own.length - 1);
  });
  return all === 0 ? null : Math.sqrt(sum / all);
}

/** As `repeatDeviation`, of log odds in nats. @param floor of the engine's grid: a 0 stands for it */
export function repeatLogitDeviation(
  answers: readonly RepeatedAnswer[],
  numbers: readonly (readonly number[])[],
  floor: number,
): number | null {
  return repeatDeviation(
    answers,
    numbers.map((own) => own.map((p) => logit(p, floor))),
  );
}

/**
 * The share of answers that, asked twice, come out differently: on the other side of a threshold, or with another value. Of an answer
 * asked n times it is the share of its pairs that differ, so more asks make the figure steadier and leave its meaning as it is.
 * @param sides of each answer, what every ask came to
 * @returns null when no answer was asked twice
 */
export function repeatFlips<Side extends string | boolean | null>(
  answers: readonly RepeatedAnswer[],
  sides: readonly (readonly Side[])[],
): RepeatedShare | null {
  const [flips, units, weights]: [number[], number[], number[]] = [[], [], []];
  answers.forEach(({ unit, weight }, at) => {
    const own = sides[at];
    if (own.length < 2) return;
    const shares = pairShares(own);
    // A row that differs in a part of its pairs is two rows: one that differs, and one that does not.
    flips.push(1, 0);
    units.push(unit, unit);
    weights.push(weight * shares, weight * (1 - shares));
  });
  const found = estimateShare(flips, { units, weights });
  return found && { share: found.value, interval: found.interval };
}

/** Share of pairs that differ, in [0, 1]. */
function pairShares<Side>(own: readonly Side[]): number {
  const counts = new Map<Side, number>();
  for (const side of own) counts.set(side, (counts.get(side) ?? 0) + 1);
  const alike = [...counts.values()].reduce((sum, n) => sum + n * (n - 1), 0);
  return 1 - alike / (own.length * (own.length - 1));
}
