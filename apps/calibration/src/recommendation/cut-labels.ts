import { LabelSet, rowOf, widthOf } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';
import type { Cut } from './query';

/** Labels as a threshold sees them. */
export interface CutLabels {
  /** The number that the threshold is compared with. */
  p: Float64Array;
  /** 1 when the threshold should flag the label, otherwise 0. */
  y: Float64Array;
  /** How many answers each label stands for; null when each stands for one. */
  weights: Float64Array | null;
  /** The document of each label, as a number. */
  units: Float64Array;
}

/** The labels for a threshold, weighted as `weightsOf` says. */
export function cutLabels(set: LabelSet, cut: Cut): CutLabels {
  const width = widthOf(set.form);
  const indexes = Array.from(set.y.keys()).filter((label) => cut.on !== 'score' || !Number.isNaN(set.scores[label]));
  const read = (label: number): number => {
    if (cut.on === 'score') return set.scores[label];
    return rowOf(set.reads, width, label)[cut.on === 'dist' ? cut.option : 0];
  };
  const isPositive = (label: number): boolean => {
    if (cut.on === 'score') return set.values[label] >= cut.from;
    return set.y[label] === (cut.on === 'dist' ? cut.option : 1);
  };
  return {
    p: Float64Array.from(indexes, read),
    y: Float64Array.from(indexes, (label) => (isPositive(label) ? 1 : 0)),
    weights: weightsOf(set, indexes),
    units: Float64Array.from(indexes, (label) => set.units[label]),
  };
}
