import { Distribution, FailedAnswer, ScoreAnswer, failed } from '../question/answer';
import type { ScoreQuestion } from '../question/question';
import { epsilon, isWhole, printedSum, probability } from './number';

/** What an engine said to a score, lowest level first. */
export interface PrintedScore {
  /** One value a level, as it came. */
  probabilities: readonly unknown[];
  /** Expected index. */
  score: unknown;
}

/**
 * Reads a score back, strictly (docs/engines.md#reading-a-score-back). The wire's score is an expected index and only
 * checks the reply; ours is the mean of the levels' values, which differs when they are unevenly spaced.
 * @param levels ascending by value, as sent
 * @param step   the engine's grid, null for full floats
 */
export function readScore(
  said: PrintedScore,
  levels: ScoreQuestion['levels'],
  step: number | null,
): ScoreAnswer | FailedAnswer {
  const count = levels.length;
  const printed: number[] = [];
  for (const value of said.probabilities) {
    const p = probability(value);
    if (p === null) return failed('engine_bad_answer', 'A level’s probability is missing or outside 0 to 1.');
    printed.push(p);
  }
  const sum = printedSum(printed, step);
  if (!isWhole(sum, count, step)) return failed('engine_bad_answer', `Levels sum to ${sum}.`);

  const shares = printed.map((p) => p / sum);
  const expected = shares.reduce((mean, share, index) => mean + share * index, 0);
  const slack = step === null ? 0.02 : 0.02 + ((step / 2) * count * (count - 1)) / 2;
  if (typeof said.score !== 'number' || !(Math.abs(said.score - expected) <= slack + epsilon)) {
    return failed('engine_bad_answer', 'The score does not follow from its probabilities.');
  }

  const dist: Distribution = Object.create(null);
  let [score, top] = [0, 0];
  levels.forEach(({ value }, index) => {
    dist[JSON.stringify(value)] = shares[index];
    score += value * shares[index];
    if (shares[index] > shares[top]) top = index;
  });
  const [low, high] = [levels[0].value, levels[count - 1].value];
  // Shares may sum to a bit more than 1, and a mean must not leave its levels.
  score = Math.min(high, Math.max(low, score));
  const normalized = high > low ? (score - low) / (high - low) : 0;
  return { type: 'score', score, value: levels[top].value, normalized, dist, printed };
}
