import { ThresholdPerformance } from '@app/contracts/calibration';
import { AnswerNumbers, Threshold, Thresholds, thresholdsOf } from '@app/definition';
import { Estimate, performanceAt } from '@app/statistics';
import { flaggedOfAll } from '../outcome/label/answers-at';
import { featuresOf } from '../outcome/label/label-beside';
import { LabelSet, rowOf, widthOf } from '../outcome/label/label-set';
import { SampleDesign } from '../outcome/label/sample-design';

/**
 * Precision, recall and the share flagged of the thresholds in force on labelled answers, by name. Labels are weighted as for a
 * recommendation, so that both say the same of the same labels. Thresholds act on raw
 * numbers, so nothing here is fitted. A label is positive when a bool's outcome is yes; for other types when an answer
 * that is certain of the outcome would meet the threshold.
 */
export function thresholdPerformances(
  set: LabelSet,
  design: SampleDesign,
  thresholds: Thresholds,
): Record<string, ThresholdPerformance> {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, threshold]) => [name, performanceOf(set, design, threshold)]),
  );
}

function performanceOf(set: LabelSet, design: SampleDesign, threshold: Threshold): ThresholdPerformance {
  const { units, weights, documents } = design;
  const meets = (numbers: AnswerNumbers) => (thresholdsOf(numbers, { it: threshold }).thresholds['it'] ? 1 : 0);
  const labels = set.y.length;
  const flagged = Float64Array.from({ length: labels }, (_, label) => meets(answered(set, label)));
  const found = Float64Array.from({ length: labels }, (_, label) =>
    set.form.type === 'bool' ? set.y[label] : meets(happened(set, label)),
  );
  const { flagged: share, precision, recall } = performanceAt({ p: flagged, y: found, units, weights }, 1);
  const counted = { n: labels, documents };
  return {
    threshold,
    ...counted,
    flagged: flaggedOfAll(set, threshold) ?? share,
    ...viewOf('precision', precision),
    ...viewOf('recall', recall),
  };
}

function viewOf<Name extends 'precision' | 'recall'>(name: Name, estimate: Estimate | null) {
  const members = {
    [name]: estimate?.value ?? null,
    [`${name}_interval`]: estimate?.interval ?? null,
    [`${name}_at_least`]: estimate?.lower ?? null,
  };
  return members as Pick<ThresholdPerformance, Name | `${Name}_interval` | `${Name}_at_least`>;
}

function answered(set: LabelSet, label: number): AnswerNumbers {
  const { form, reads, scores } = set;
  const row = rowOf(reads, widthOf(form), label);
  if (form.type === 'bool') return { p: row[0], features: featuresOf(set, label) };
  if (form.type === 'choice') return { escape_p: row[row.length - 1], dist: distOf(form.options, row) };
  return scoreNumbers(form.levels, Number.isNaN(scores[label]) ? null : scores[label], row);
}

function happened({ form, y, values }: LabelSet, label: number): AnswerNumbers {
  const row = new Float64Array(widthOf(form));
  row[y[label]] = 1;
  if (form.type === 'choice') return { escape_p: row[row.length - 1], dist: distOf(form.options, row) };
  return scoreNumbers(form.levels, values[label], row);
}

function scoreNumbers(levels: number[], score: number | null, row: Float64Array): AnswerNumbers {
  const [min, max] = [levels[0], levels[levels.length - 1]];
  const normalized = score === null || max === min ? null : (score - min) / (max - min);
  return { score, normalized, dist: distOf(levels.map(String), row) };
}

function distOf(names: readonly string[], row: Float64Array): Record<string, number> {
  return Object.fromEntries(names.map((name, k) => [name, row[k]]));
}
