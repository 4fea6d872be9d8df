import { sharedUnits } from '@app/statistics';
import type { LabelSet } from './label-set';
import { weightsOf } from './label-weights';

/** What the labels of a set belong to and stand for, as every figure counts them. Counted once for all figures of a set. */
export interface SampleDesign {
  /** Document of each label; null where each label has one of its own. */
  units: Float64Array | null;
  /** How many answers each label stands for; null where all count the same. */
  weights: Float64Array | null;
  documents: number;
}

export function designOf(set: LabelSet): SampleDesign {
  return {
    units: sharedUnits(set.units),
    weights: weightsOf(set, [...set.y.keys()]),
    documents: new Set(set.units).size,
  };
}

/** The design of some labels among all: each counts for as much as there. @param indexes the labels */
export function designAmong({ units, weights }: SampleDesign, indexes: readonly number[]): SampleDesign {
  const pick = (column: Float64Array | null) => column && Float64Array.from(indexes, (label) => column[label]);
  const own = pick(units);
  return { units: own, weights: pick(weights), documents: own ? new Set(own).size : indexes.length };
}
