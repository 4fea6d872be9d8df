import { Distribution, FailedAnswer, ScoreAnswer, failed } from '../question/answer';
import type { ScoreQuestion } from '../question/question';
import { epsilon, isWhole, printedSum, probability } from './number';

/** An engine's answer to a score, lowest level first. */
export interface PrintedScore {
  /** One unchecked value for each level. */
  probabilities: readonly unknown[];
  /** Expected index of the level, unchecked. */
  score: unknown;
}

/**
 * Reads the answer to a score, strictly (docs/engines.md#reading-a-score-back). The engine's score is an expected index
 * and only checks the reply. Ours is the mean of the levels' values, which differs for unevenly spaced levels.
 * @param levels ascending by value, as sent
 * @param step   the engine's grid; null for full floats
 */
export function readScore(
  { probabilities, score: expectedIndex }: PrintedScore,
  levels: ScoreQuestion['levels'],
  step: number | null,
): ScoreAnswer | FailedAnswer {
  const count = levels.length;
  const printed: number[] = [];
  for (const value of probabilities) {
    const p = probability(value);
    if (p === null) return failed('engine_bad_answer', 'A level’s probability is missing or outside 0 to 1.');
    printed.push(p);
  }
  const sum = printedSum(printed, step);
  if (!isWhole(sum, count, step)) return failed('engine_bad_answer', `The levels sum to ${sum}.`);

  const shares = printed.map((p) => p / sum);
  const expected = shares.reduce((mean, share, index) => mean + share * index, 0);
  const slack = step === null ? 0.02 : 0.02 + ((step / 2) * count * (count - 1)) / 2;
  if (typeof expectedIndex !== 'number' || !(Math.abs(expectedIndex - expected) <= slack + epsilon)) {
    return failed('engine_bad_answer', 'The score does not follow from the probabilities.');
  }

  const dist: Distribution = Object.create(null);
  let [score, top] = [0, 0];
  levels.forEach(({ value }, index) => {
    dist[JSON.stringify(value)] = shares[index];
    score += value * shares[index];
    if (shares[index] > shares[top]) top = index;
  });
  const [low, high] = [levels[0].value, levels[count - 1].value];
  // Rounded shares may sum to slightly more than 1, and the mean must stay within its levels.
  score = Math.min(high, Math.max(low, score));
  const normalized = high > low ? (score - low) / (high - low) : 0;
  return { type: 'score', score, value: levels[top].value, normalized, dist, printed };
}
