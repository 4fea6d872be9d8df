import { Figures, figuresOf } from './figures';
import { LabelSet } from '../label/label-set';
import { MadeFit, makeFit } from '../fit/make-fit';

/** A task of the thread: make a fit and count its figures, or count the figures of given reads. */
export interface Task {
  set: LabelSet;
  floor: number;
  /** Whether to make a fit, and then count its held-out reads. */
  fit: boolean;
  /** Held-out reads of an existing fit; null together with `fit`. */
  reads: Float64Array | null;
}

export interface Computed {
  made: MadeFit | null;
  raw: Figures | null;
  calibrated: Figures | null;
}

/** Pure. Takes seconds at 100,000 labels. */
export function compute({ set, floor, fit, reads }: Task): Computed {
  const made = fit ? makeFit(set, floor) : null;
  const held = made?.heldOut ?? reads;
  return {
    made,
    raw: figuresOf(set, set.reads, floor, set.scores),
    calibrated: held && figuresOf(set, held, floor),
  };
}
