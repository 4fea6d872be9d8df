import { ShareRows } from '../interval/rows';
import { Interval } from '../interval/proportion';
import { ratioOf } from '../interval/ratio';
import { Numbers } from '../number/numbers';
import { nearestLevel } from './score-metric';

/** How far the scores that were read near one level lie from what came true. */
export interface LevelBias {
  level: number;
  /** Number of rows, without weights. */
  n: number;
  /** Weighted mean of the scores, in the levels' unit. */
  meanRead: number;
  /** `meanRead` minus the weighted mean of what came true; above 0 the reads are too high. */
  bias: number;
  /** Student by document, 95 %, of `bias`; null below two documents. */
  interval: Interval | null;
}

/**
 * Bias by the level that is nearest to the score that was read. Not by the level that came true: where little is known every right
 * score lies between the outcomes, so that by outcome a perfect reading looks too high at the lowest level and too low at the highest.
 * @param scores in the levels' unit
 * @param observed what came true, in the levels' unit
 * @returns one entry for each level that a score is near to, ascending
 */
export function levelBias(
  scores: Numbers,
  observed: Numbers,
  levels: Numbers,
  { units, weights }: ShareRows = {},
): LevelBias[] {
  const rowsOf: number[][] = Array.from(levels, () => []);
  for (let row = 0; row < scores.length; row += 1) rowsOf[nearestLevel(scores[row], levels)].push(row);
  return rowsOf.flatMap((rows, k) => {
    const of = (column: Numbers | null | undefined) => column && rows.map((row) => column[row]);
    const beside = { units: of(units), weights: of(weights) };
    const ones = rows.map(() => 1);
    const away = ratioOf(
      rows.map((row) => scores[row] - observed[row]),
      ones,
      beside,
    );
    const read = ratioOf(
      rows.map((row) => scores[row]),
      ones,
      beside,
    );
    if (away === null || read === null) return [];
    return [{ level: levels[k], n: rows.length, meanRead: read.value, bias: away.value, interval: away.interval }];
  });
}
