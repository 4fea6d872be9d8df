import { Numbers, sumOf } from '../number/numbers';

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
  /** 1 for each row whose nearest level came true. */
  hits: Float64Array;
}

/**
 * @param scores the engine's scores, in the levels' unit
 * @param y index of the level nearest to what came true
 * @param observed the numbers that came true, from which distances are taken; default: the levels of `y`
 * @param weights how many answers each row stands for; absent: one
 * @throws RangeError without rows
 */
export function scoreMetrics(
  scores: Numbers,
  y: Numbers,
  levels: Numbers,
  observed?: Numbers,
  weights?: Numbers | null,
): ScoreMetrics {
  if (scores.length === 0) throw new RangeError('Labels need at least one row.');
  const nearest = Int32Array.from(scores, (score) => nearestLevel(score, levels));
  const hits = Float64Array.from(nearest, (level, i) => (level === y[i] ? 1 : 0));
  const away = Float64Array.from(scores, (score, i) => score - (observed ? observed[i] : levels[y[i]]));
  const all = weights ? sumOf(weights) : scores.length;
  return {
    accuracy: sumOf(hits, weights) / all,
    meanAbsoluteError: sumOf(away.map(Math.abs), weights) / all,
    meanSquaredError:
      sumOf(
        away.map((one) => one * one),
        weights,
      ) / all,
    kappa: quadraticKappa(nearest, y, levels.length, weights),
    hits,
  };
}

/**
 * Agreement beyond chance with squared disagreement: 1 - sum w O / sum w E, w = (i - j)²; 1 is perfect, 0 is chance.
 * @param count number of levels
 * @param weights how many answers each row stands for; absent: one
 * @returns in [-1, 1]; null when chance itself cannot disagree
 * @see Cohen 1968; scikit-learn `cohen_kappa_score(weights="quadratic")`
 */
export function quadraticKappa(a: Numbers, b: Numbers, count: number, weights?: Numbers | null): number | null {
  const countA = new Float64Array(count);
  const countB = new Float64Array(count);
  let [observed, all] = [0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const weight = weights ? weights[i] : 1;
    all += weight;
    countA[a[i]] += weight;
    countB[b[i]] += weight;
    observed += weight * (a[i] - b[i]) ** 2;
  }
  let expected = 0;
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < count; j += 1) expected += (countA[i] * countB[j] * (i - j) ** 2) / all;
  }
  return expected === 0 ? null : 1 - observed / expected;
}
