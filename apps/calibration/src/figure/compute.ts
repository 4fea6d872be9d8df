import { logLoss } from '@app/statistics';
import { Figures, figuresOf } from './figures';
import { LabelSet } from '../label/label-set';
import { MadeFit, makeFit, ranksAlone } from '../fit/make-fit';

/** A task of the thread: make a fit and count its figures, or count the figures of given reads. */
export interface Task {
  set: LabelSet;
  floor: number;
  /** Whether to make a fit, and then count its held-out reads. */
  fit: boolean;
  /** Held-out reads of an existing fit; null together with `fit`. */
  reads: Float64Array | null;
  /** Whether those reads rank in an order of their own, see `ranksAlone`. */
  ranksAlone?: boolean;
}

export interface Computed {
  made: MadeFit | null;
  raw: Figures | null;
  calibrated: Figures | null;
  /** Held-out log loss of the features alone, in nats; null without them, or without a new fit. */
  featuresOnly: number | null;
}

/** Pure. Takes seconds at 100,000 labels. */
export function compute({ set, floor, fit, reads, ranksAlone: alone = false }: Task): Computed {
  const made = fit ? makeFit(set, floor) : null;
  const held = made?.heldOut ?? reads;
  return {
    made,
    raw: figuresOf(set, set.reads, floor, { scores: set.scores }),
    calibrated:
      held && figuresOf(set, held, floor, { ranking: (made ? ranksAlone(made.stored) : alone) ? held : set.reads }),
    featuresOnly: made?.featuresOnly ? logLoss({ p: made.featuresOnly, y: set.y }, floor) : null,
  };
}
