import { Figures, figuresOf } from './figures';
import { LabelSet } from '../label/label-set';
import { MadeFit, makeFit } from '../fit/make-fit';

/** Work for the thread: a fit with its figures, or the figures of reads that are there already. */
export interface Task {
  set: LabelSet;
  floor: number;
  /** Make a fit, and count its held-out reads. */
  fit: boolean;
  /** Held-out reads that are there; not with `fit`. */
  reads: Float64Array | null;
}

export interface Computed {
  made: MadeFit | null;
  raw: Figures | null;
  calibrated: Figures | null;
}

/** Pure and long: seconds at 100,000 labels. */
export function compute({ set, floor, fit, reads }: Task): Computed {
  const made = fit ? makeFit(set, floor) : null;
  const held = made?.heldOut ?? reads;
  return {
    made,
    raw: figuresOf(set, set.reads, floor, set.scores),
    calibrated: held && figuresOf(set, held, floor),
  };
}
