import { Numbers } from '../number/numbers';

/** Sum of level times probability. @param levels the value of each level, ascending */
export function expectedScore(dist: Numbers, levels: Numbers): number {
  let score = 0;
  for (let k = 0; k < levels.length; k += 1) score += dist[k] * levels[k];
  return score;
}

/** Index of the level nearest to a score; of two equally near levels the lower. */
export function nearestLevel(score: number, levels: Numbers): number {
  let nearest = 0;
  for (let k = 1; k < levels.length; k += 1) {
    if (Math.abs(score - levels[k]) < Math.abs(score - levels[nearest])) nearest = k;
  }
  return nearest;
}

/** Figures of a score. */
export interface ScoreMetrics {
  /** Share of rows whose nearest level came true, in [0, 1]. */
  accuracy: number;
  /** Mean distance to the observed number, in the levels' unit. */
  meanAbsoluteError: number;
  /** Mean squared distance, in the levels' unit squared. */
  meanSquaredError: number;
  /** Quadratic weighted kappa of the nearest levels; null when both columns contain only one and the same level. */
  kappa: number | null;
}

/**
 * @param scores the engine's scores, in the levels' unit
 * @param y index of the level nearest to what came true
 * @param observed the numbers that came true, from which distances are taken; default: the levels of `y`
 * @throws RangeError without rows
 */
export function scoreMetrics(scores: Numbers, y: Numbers, levels: Numbers, observed?: Numbers): ScoreMetrics {
  if (scores.length === 0) throw new RangeError('Labels need at least one row.');
  const nearest = Int32Array.from(scores, (score) => nearestLevel(score, levels));
  let hits = 0;
  let distance = 0;
  let squares = 0;
  nearest.forEach((level, i) => {
    const away = scores[i] - (observed ? observed[i] : levels[y[i]]);
    hits += level === y[i] ? 1 : 0;
    distance += Math.abs(away);
    squares += away * away;
  });
  const n = scores.length;
  return {
    accuracy: hits / n,
    meanAbsoluteError: distance / n,
    meanSquaredError: squares / n,
    kappa: quadraticKappa(nearest, y, levels.length),
  };
}

/**
 * Agreement beyond chance with squared disagreement: 1 - sum w O / sum w E, w = (i - j)²; 1 is perfect, 0 is chance.
 * @param count number of levels
 * @returns in [-1, 1]; null when chance itself cannot disagree
 * @see Cohen 1968; scikit-learn `cohen_kappa_score(weights="quadratic")`
 */
export function quadraticKappa(a: Numbers, b: Numbers, count: number): number | null {
  const countA = new Float64Array(count);
  const countB = new Float64Array(count);
  let observed = 0;
  for (let i = 0; i < a.length; i += 1) {
    countA[a[i]] += 1;
    countB[b[i]] += 1;
    observed += (a[i] - b[i]) ** 2;
  }
  let expected = 0;
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < count; j += 1) expected += (countA[i] * countB[j] * (i - j) ** 2) / a.length;
  }
  return expected === 0 ? null : 1 - observed / expected;
}
