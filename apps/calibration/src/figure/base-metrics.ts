import { BaseRateMetrics } from '@app/contracts/calibration';
import {
  Interval,
  Numbers,
  ShareRows,
  baseRateReads,
  estimateShare,
  expectedScore,
  floorDistribution,
  logLosses,
  lossInterval,
  nearestLevel,
  ratioOf,
  squaredErrors,
  topOption,
} from '@app/statistics';
import { LabelSet, widthOf } from '../outcome/label/label-set';

/** What always saying the base rate reaches, and its log loss of each label in nats, to be compared in pairs. */
export interface BaseRate {
  metrics: BaseRateMetrics;
  losses: Float64Array;
}

/**
 * Counts what always saying the base rate would reach, held out by document.
 * @param floor smallest probability that the engine's grid can tell from 0, as for the reads
 * @param rows document and weight of each label
 * @returns null without labels, and where each answer has options of its own: there are no shares to say
 */
export function baseRateOf(set: LabelSet, floor: number, rows: ShareRows): BaseRate | null {
  const { form, y, values } = set;
  if (y.length === 0 || form.optionsVary) return null;
  const shares = baseRateReads(y, form.type === 'bool' ? 2 : widthOf(form), rows);
  if (form.type === 'bool') {
    const labels = { p: Float64Array.from(shares, ([, yes]) => yes), y };
    const losses = logLosses(labels, floor);
    const right = Array.from(labels.p, (p, label) => (p >= 0.5 === y[label] > 0 ? 1 : 0));
    return {
      losses,
      metrics: { ...lossesIn(losses, squaredErrors(labels), 1, rows), ...accuracyIn(right, rows), ...noLevels },
    };
  }
  const { losses, squares, hits } = pricesOf(shares, y, floor);
  const inCommon = lossesIn(losses, squares, 2, rows);
  if (form.type === 'choice') return { losses, metrics: { ...inCommon, ...accuracyIn(hits, rows), ...noLevels } };
  const scores = shares.map((share) => expectedScore(share, form.levels));
  const nearest = scores.map((score, label) => (nearestLevel(score, form.levels) === y[label] ? 1 : 0));
  const away = ratioOf(
    scores.map((score, label) => Math.abs(score - values[label])),
    ones(y),
    rows,
  );
  const { accuracy, accuracy_interval } = accuracyIn(hits, rows);
  const ofLevels = {
    accuracy_of_value: accuracy,
    accuracy_of_value_interval: accuracy_interval,
    mean_absolute_error: away?.value ?? null,
  };
  return { losses, metrics: { ...inCommon, ...accuracyIn(nearest, rows), ...ofLevels } };
}

/** Log loss, squared error and hit of each label; the few distributions that labels share are priced once for each class. */
function pricesOf(shares: readonly Float64Array[], y: Float64Array, floor: number) {
  const prices = new Map<Float64Array, { loss: Float64Array; square: Float64Array; top: number }>();
  for (const dist of new Set(shares)) {
    const sum = dist.reduce((total, p) => total + p * p, 0);
    const loss = Float64Array.from(floorDistribution(dist, floor), (p) => -Math.log(p));
    prices.set(dist, { loss, square: dist.map((p) => sum - 2 * p + 1), top: topOption(dist) });
  }
  const [losses, squares, hits] = [new Float64Array(y.length), new Float64Array(y.length), new Float64Array(y.length)];
  shares.forEach((dist, label) => {
    const price = prices.get(dist);
    if (!price) return;
    losses[label] = price.loss[y[label]];
    squares[label] = price.square[y[label]];
    hits[label] = price.top === y[label] ? 1 : 0;
  });
  return { losses, squares, hits };
}

const noLevels = { accuracy_of_value: null, accuracy_of_value_interval: null, mean_absolute_error: null };

function lossesIn(losses: Float64Array, squares: Float64Array, mostSquare: number, rows: ShareRows) {
  const log = meanOf(losses, Infinity, rows);
  const brier = meanOf(squares, mostSquare, rows);
  return { log_loss: log.value, log_loss_interval: log.interval, brier: brier.value, brier_interval: brier.interval };
}

function meanOf(losses: Float64Array, most: number, { units, weights }: ShareRows) {
  const mean = ratioOf(losses, ones(losses), { units, weights });
  return { value: mean?.value ?? 0, interval: lossInterval(losses, units, most, weights) };
}

function accuracyIn(right: Numbers, rows: ShareRows): { accuracy: number; accuracy_interval: Interval | null } {
  const found = estimateShare(right, rows);
  return { accuracy: found?.value ?? 0, accuracy_interval: found?.interval ?? null };
}

function ones(column: Numbers): Float64Array {
  return new Float64Array(column.length).fill(1);
}
