import type { IntervalView, ReadWeek } from '@app/contracts/calibration';
import { estimateShare, topLabels } from '@app/statistics';
import { LabelSet, classRows } from '../outcome/label/label-set';
import { designAmong, designOf } from '../outcome/label/sample-design';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1 January 1970 was a Thursday; the Monday before it begins the week with number 0. */
const mondayMs = -3 * dayMs;

const weekOf = (ms: number): number => Math.floor((ms - mondayMs) / weekMs);

/** Monday of the week of a time, such as `2026-11-16`. @param weeksBefore so many weeks earlier */
export function mondayOf(ms: number, weeksBefore = 0): string {
  return new Date(mondayMs + (weekOf(ms) - weeksBefore) * weekMs).toISOString().slice(0, 10);
}

/**
 * What was read of the labels of each week beside what came true, oldest first; weeks without labels are left out. Labels stand for as
 * many answers as in the other figures.
 * @param reads how the labels are read, each held out; as many numbers as `set.reads`
 * @param options.weeks how many weeks count, that of now included
 */
export function weeksOf(set: LabelSet, reads: Float64Array, options: { weeks: number; nowMs: number }): ReadWeek[] {
  const { p, y } = readsOf(set, reads);
  const design = designOf(set);
  const last = weekOf(options.nowMs);
  const labelsOf = new Map<number, number[]>();
  set.observedMs.forEach((ms, label) => {
    const week = weekOf(ms);
    if (week > last || week <= last - options.weeks) return;
    const labels = labelsOf.get(week);
    if (labels) labels.push(label);
    else labelsOf.set(week, [label]);
  });
  return [...labelsOf]
    .sort(([a], [b]) => a - b)
    .flatMap(([week, labels]) => {
      const own = designAmong(design, labels);
      const came = estimateShare(
        labels.map((label) => y[label]),
        own,
      );
      // Labels of a stratum without answers stand for none.
      if (came === null) return [];
      return {
        week: new Date(mondayMs + week * weekMs).toISOString().slice(0, 10),
        labels: labels.length,
        documents: own.documents,
        mean_read: meanOf(
          labels.map((label) => p[label]),
          own.weights,
        ),
        observed: came.value,
        interval: came.interval as IntervalView,
      };
    });
}

/** The probability that each label was given, and whether it came true: of several classes the most probable one's. */
function readsOf(set: LabelSet, reads: Float64Array): { p: Float64Array; y: Float64Array } {
  if (set.form.type === 'bool') return { p: reads, y: set.y };
  const { dists, y } = classRows(set, reads);
  return topLabels(dists, y);
}

function meanOf(values: readonly number[], weights: Float64Array | null): number {
  let [sum, all] = [0, 0];
  values.forEach((value, at) => {
    const weight = weights ? weights[at] : 1;
    sum += weight * value;
    all += weight;
  });
  return sum / all;
}
