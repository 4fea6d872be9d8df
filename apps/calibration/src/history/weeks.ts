import type { IntervalView, ReadWeek } from '@app/contracts/calibration';
import { topLabels, wilson } from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1 January 1970 was a Thursday; the Monday before it begins the week with number 0. */
const mondayMs = -3 * dayMs;

const weekOf = (ms: number): number => Math.floor((ms - mondayMs) / weekMs);

/**
 * What was read of the labels of each week beside what came true, oldest first; weeks without labels are left out.
 * @param reads how the labels are read, each held out; as many numbers as `set.reads`
 * @param options.weeks how many weeks count, that of now included
 */
export function weeksOf(set: LabelSet, reads: Float64Array, options: { weeks: number; nowMs: number }): ReadWeek[] {
  const { p, y } = readsOf(set, reads);
  const last = weekOf(options.nowMs);
  const sums = new Map<number, { labels: number; read: number; came: number }>();
  set.observedMs.forEach((ms, label) => {
    const week = weekOf(ms);
    if (week > last || week <= last - options.weeks) return;
    const sum = sums.get(week) ?? { labels: 0, read: 0, came: 0 };
    sums.set(week, { labels: sum.labels + 1, read: sum.read + p[label], came: sum.came + y[label] });
  });
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([week, { labels, read, came }]) => ({
      week: new Date(mondayMs + week * weekMs).toISOString().slice(0, 10),
      labels,
      mean_read: read / labels,
      observed: came / labels,
      interval: wilson(came, labels) as IntervalView,
    }));
}

/** The probability that each label was given, and whether it came true: of several classes the most probable one's. */
function readsOf(set: LabelSet, reads: Float64Array): { p: Float64Array; y: Float64Array } {
  if (set.form.type === 'bool') return { p: reads, y: set.y };
  const { dists, y } = classRows(set, reads);
  return topLabels(dists, y);
}
