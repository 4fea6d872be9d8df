import { DriftView, IntervalView } from '@app/contracts';
import { meanInterval } from '@app/statistics';
import { LabelSet, pick, rowOf, widthOf } from '../label/label-set';
import { lossesOf } from '../figure/figures';

const dayMs = 86_400_000;
/** Days of observations that are held against what the fit promised. */
export const driftDays = 30;

/**
 * The last month's labels against the fit's held-out loss. Labels that the fit was made of are read as held out, later
 * ones by the fit itself, which never saw them.
 * @param expected held-out log loss when the fit was made, nats
 * @returns null without labels of that time
 */
export function driftOf(
  set: LabelSet,
  reads: Float64Array,
  options: { expected: number; floor: number; nowMs: number },
): DriftView | null {
  const { expected, floor, nowMs } = options;
  const sinceMs = nowMs - driftDays * dayMs;
  const places = Array.from(set.observedMs.keys()).filter(
    (label) => set.observedMs[label] >= sinceMs && set.observedMs[label] < nowMs,
  );
  if (places.length === 0) return null;
  const width = widthOf(set.form);
  const recent = pick(set, places);
  const own = new Float64Array(places.length * width);
  places.forEach((label, i) => own.set(rowOf(reads, width, label), i * width));
  const losses = lossesOf(recent, own, floor);
  const interval = meanInterval(losses, recent.units) as IntervalView | null;
  const isBool = set.form.type === 'bool';
  return {
    since: new Date(sinceMs).toISOString(),
    until: new Date(nowMs).toISOString(),
    labels: places.length,
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
