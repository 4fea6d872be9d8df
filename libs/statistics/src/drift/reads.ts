import { topLabels } from '../choice/choice-metric';
import { Numbers } from '../number/numbers';
import { clip, logit } from '../number/probability';
import { expectedScore } from '../score/score-metric';
import { LabelRows } from './residual-test';
import { SlopeColumn } from './slope';

/** Labels of a bool. */
export interface BoolRows extends LabelRows {
  /** How a fit reads each label. */
  p: Numbers;
  y: Numbers;
}

/** Labels of several classes. */
export interface ClassRows extends LabelRows {
  /** How a fit reads each label: one probability for each option or level. */
  dists: readonly Numbers[];
  /** Place of the option or level that came true. */
  y: Numbers;
}

/** The share of yes. A read of 0 or 1 stands for what the engine's grid cannot tell from it. */
export function shareColumn({ p, y, units, weights }: BoolRows, floor?: number): SlopeColumn {
  const spread = Float64Array.from({ length: p.length }, (_, row) => clip(p[row], floor) * (1 - clip(p[row], floor)));
  const x = Float64Array.from({ length: p.length }, (_, row) => logit(p[row], floor));
  return { read: p, came: y, deviations: spread.map((one) => Math.sqrt(one)), x, spread, units, weights };
}

/** The share of one option. */
export function optionColumn({ dists, y, ...rows }: ClassRows, option: number, floor?: number): SlopeColumn {
  const p = Float64Array.from(dists, (dist) => dist[option] ?? 0);
  return shareColumn({ ...rows, p, y: p.map((_, row) => (y[row] === option ? 1 : 0)) }, floor);
}

/** How often the likeliest option came true. */
export function likeliestColumn({ dists, y, ...rows }: ClassRows, floor?: number): SlopeColumn {
  return shareColumn({ ...rows, ...topLabels(dists, y) }, floor);
}

/** The mean level. @param levels their values, ascending */
export function scoreColumn({ dists, y, units, weights }: ClassRows, levels: Numbers): SlopeColumn {
  const read = Float64Array.from(dists, (dist) => expectedScore(dist, levels));
  const came = read.map((_, row) => levels[y[row]]);
  const deviations = read.map((mean, row) => Math.sqrt(varianceOf(dists[row], levels, mean)));
  return { read, came, deviations, x: read, spread: read.map(() => 1), units, weights };
}

/** The variance of a level that is drawn from a distribution. */
function varianceOf(dist: Numbers, levels: Numbers, mean: number): number {
  let sum = 0;
  for (let k = 0; k < levels.length; k += 1) sum += dist[k] * (levels[k] - mean) ** 2;
  return sum;
}
