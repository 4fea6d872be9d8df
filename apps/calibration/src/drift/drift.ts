import { DriftView, IntervalView } from '@app/contracts/calibration';
import { lossInterval } from '@app/statistics';
import { lossesOf } from '../figure/figures';
import { LabelSet, pick, rowOf, widthOf } from '../outcome/label/label-set';

const dayMs = 86_400_000;
/** Drift compares the observations of this many days with the loss that the fit promised. */
export const driftDays = 30;

/**
 * Compares the loss of the last month's labels with the held-out loss of the fit.
 * @param reads held-out reads of all labels, see `heldOutReads`
 * @param options.expected held-out log loss when the fit was made, in nats
 * @returns null without labels of that time
 */
export function driftOf(
  set: LabelSet,
  reads: Float64Array,
  options: { expected: number; floor: number; nowMs: number },
): DriftView | null {
  const { expected, floor, nowMs } = options;
  const sinceMs = nowMs - driftDays * dayMs;
  const indexes = Array.from(set.observedMs.keys()).filter(
    (label) => set.observedMs[label] >= sinceMs && set.observedMs[label] < nowMs,
  );
  if (indexes.length === 0) return null;
  const width = widthOf(set.form);
  const recent = pick(set, indexes);
  const own = new Float64Array(indexes.length * width);
  indexes.forEach((label, i) => own.set(rowOf(reads, width, label), i * width));
  const losses = lossesOf(recent, own, floor);
  const interval = lossInterval(losses, recent.units) as IntervalView | null;
  const isBool = set.form.type === 'bool';
  return {
    since: new Date(sinceMs).toISOString(),
    until: new Date(nowMs).toISOString(),
    labels: indexes.length,
    log_loss: mean(losses),
    expected_log_loss: expected,
    log_loss_interval: interval,
    mean_p: isBool ? mean(own) : null,
    observed: isBool ? mean(recent.y) : null,
    worse: interval !== null && interval[0] > expected,
  };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
