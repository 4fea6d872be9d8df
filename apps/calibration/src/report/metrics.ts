/*
 * Raw metrics of labelled answers. Definitions and reference figures: the product's methods page, part 1; logs are
 * natural. Every function answers null without labels.
 */

/** One wrong certain answer costs 13.8, not infinity. */
const clip = 1e-6;

/** Clips a probability into [1e-6, 1 - 1e-6], for logs only. */
export function clipped(p: number): number {
  return Math.min(Math.max(p, clip), 1 - clip);
}

function mean(values: number[], weights?: readonly number[] | null): number | null {
  if (values.length === 0) return null;
  if (!weights) return values.reduce((sum, value) => sum + value, 0) / values.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, index) => sum + value * weights[index], 0) / total;
}

/** Metrics of one kind of answer; each is null without labels. */
export interface Scores {
  /** Mean of -ln of the probability given to what happened; 0 is perfect. */
  logLoss: number | null;
  /** Mean squared distance between probabilities and what happened; 0 is perfect. */
  brier: number | null;
  /** Share in [0, 1] of answers that name what happened. */
  accuracy: number | null;
}

/**
 * Scores of probabilities of yes.
 * @param p probability of yes per answer, in [0, 1]; 0.5 counts as yes
 * @param y 1 when it happened, else 0
 * @param weights of the answers; 1 each when left out
 * @see Brier 1950; scikit-learn `log_loss(eps=1e-6)`, `brier_score_loss`
 */
export function scoresOfBool(p: readonly number[], y: readonly number[], weights?: readonly number[] | null): Scores {
  const losses = p.map((one, index) => -Math.log(y[index] === 1 ? clipped(one) : 1 - clipped(one)));
  const squares = p.map((one, index) => (one - y[index]) ** 2);
  const hits = p.map((one, index) => (one >= 0.5 === (y[index] === 1) ? 1 : 0));
  return { logLoss: mean(losses, weights), brier: mean(squares, weights), accuracy: mean(hits, weights) };
}

/**
 * Scores of distributions over classes: options and the escape of a choice, levels of a score. Brier sums over the
 * classes, so it lies in [0, 2]. The likeliest class is the first of equals.
 * @param dists probability of each class, per answer, in a fixed order
 * @param happened index of the class that happened, per answer
 * @param named index of the class that the answer names; the likeliest when left out
 */
export function scoresOfClasses(
  dists: readonly (readonly number[])[],
  happened: readonly number[],
  named: readonly number[] = dists.map(likeliest),
): Scores {
  const losses = dists.map((dist, index) => -Math.log(clipped(dist[happened[index]])));
  const squares = dists.map((dist, index) =>
    dist.reduce((sum, p, at) => sum + (p - (at === happened[index] ? 1 : 0)) ** 2, 0),
  );
  const hits = dists.map((_, index) => (named[index] === happened[index] ? 1 : 0));
  return { logLoss: mean(losses), brier: mean(squares), accuracy: mean(hits) };
}

/** Index of the greatest; the first of equals. */
export function likeliest(dist: readonly number[]): number {
  return dist.reduce((best, p, at) => (p > dist[best] ? at : best), 0);
}

/** Index of the level nearest to a value; the lower of two as near. */
export function nearestLevel(levels: readonly number[], value: number): number {
  return levels.reduce((best, level, at) => (Math.abs(level - value) < Math.abs(levels[best] - value) ? at : best), 0);
}
