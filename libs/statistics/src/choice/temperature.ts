import { Numbers } from '../number/numbers';
import { defaultFloor, floorDistribution } from '../number/probability';

/** Answers with several options, one row of numbers each. Rows differ in length when the options vary. */
export interface ChoiceLabels {
  /** Log odds up to a constant of the row: ln of the floored distribution, with the escape as one option. */
  logits: readonly Numbers[];
  /** Index of the option that came true. */
  y: Numbers;
  weights?: Numbers | null;
}

/** dist' ~ dist^beta with beta = 1/T; below 1 it flattens the distribution. */
export interface TemperatureFit {
  beta: number;
}

/** ln of each option's floored probability. */
export function logitsOf(dist: Numbers, floor = defaultFloor): Float64Array {
  return floorDistribution(dist, floor).map((p) => Math.log(p));
}

/** e^u over its sum, without overflow. */
export function softmax(u: Numbers): Float64Array {
  return softmaxInPlace(Float64Array.from(u));
}

/** `softmax` that overwrites its input, since fits call it a hundred million times. */
export function softmaxInPlace(u: Float64Array): Float64Array {
  let top = -Infinity;
  for (let k = 0; k < u.length; k += 1) top = Math.max(top, u[k]);
  let sum = 0;
  for (let k = 0; k < u.length; k += 1) {
    u[k] = Math.exp(u[k] - top);
    sum += u[k];
  }
  for (let k = 0; k < u.length; k += 1) u[k] /= sum;
  return u;
}

const [leastBeta, mostBeta] = [0.05, 20];

/** Slope and curvature of the penalised loss in beta. The loss is convex, so the slope never decreases. */
function slopeAt(beta: number, { logits, y, weights }: ChoiceLabels, lambda: number) {
  let slope = lambda * (beta - 1);
  let curvature = lambda;
  for (let i = 0; i < logits.length; i += 1) {
    const row = logits[i];
    let top = -Infinity;
    for (let k = 0; k < row.length; k += 1) top = Math.max(top, row[k]);
    let total = 0;
    let sum = 0;
    let squares = 0;
    for (let k = 0; k < row.length; k += 1) {
      const away = row[k] - top;
      const power = Math.exp(beta * away);
      total += power;
      sum += power * away;
      squares += power * away * away;
    }
    const w = weights ? weights[i] : 1;
    const mean = sum / total;
    slope += w * (mean - (row[y[i]] - top));
    curvature += w * (squares / total - mean * mean);
  }
  return { slope, curvature };
}

/**
 * Fits the temperature: the beta in [0.05, 20] that minimises sum w CE + lambda/2 (beta - 1)². Takes Newton steps on the
 * derivative inside a bracket, and halves the bracket when a step leaves it. A flat loss keeps beta = 1.
 * @param lambda at least 0; 4 in fits
 * @see Guo 2017; docs/methods.md#choice-and-score
 */
export function fitTemperature(labels: ChoiceLabels, lambda = 4): TemperatureFit {
  const [atLeast, atMost] = [leastBeta, mostBeta].map((beta) => slopeAt(beta, labels, lambda).slope);
  if (Math.abs(atLeast) < 1e-12 && Math.abs(atMost) < 1e-12) return { beta: 1 };
  if (atLeast >= 0) return { beta: leastBeta };
  if (atMost <= 0) return { beta: mostBeta };
  let [low, high] = [leastBeta, mostBeta];
  let beta = 1;
  for (let i = 0; i < 100; i += 1) {
    const { slope, curvature } = slopeAt(beta, labels, lambda);
    if (slope < 0) low = beta;
    else high = beta;
    const newton = beta - slope / curvature;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - beta) < 1e-12) return { beta: next };
    beta = next;
  }
  return { beta };
}

/** The calibrated distribution of one row, summing to 1. */
export function readTemperature({ beta }: TemperatureFit, logits: Numbers): Float64Array {
  const scaled = new Float64Array(logits.length);
  for (let k = 0; k < scaled.length; k += 1) scaled[k] = beta * logits[k];
  return softmaxInPlace(scaled);
}
