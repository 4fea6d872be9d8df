import { ReadWith, logLoss } from '@app/statistics';
import { Figures, figuresOf } from './figures';
import { LabelSet } from '../outcome/label/label-set';
import { designOf } from '../outcome/label/sample-design';
import { answeredAnew, answeredNow } from './fit/answered-now';
import { MadeFit, makeFit } from './fit/make-fit';
import { Ranking, rankedBy, rankingOf } from './fit/ranking';
import { Worth, worthOf } from './worth';

/** A task of the thread: make a fit and count its figures, or count the figures of given reads. */
export interface Task {
  set: LabelSet;
  floor: number;
  /** Whether to make a fit, and then count its held-out reads. */
  fit: boolean;
  /** Held-out reads of an existing fit; null together with `fit`. */
  reads: Float64Array | null;
  /** How that fit orders answers; default: as the engine does. */
  ranking?: Ranking;
  /** How that fit reads answers; default: as its held-out reads are. */
  readWith?: ReadWith;
}

export interface Computed {
  made: MadeFit | null;
  raw: Figures | null;
  calibrated: Figures | null;
  /** Held-out log loss of the features alone, in nats; null without them, or without a new fit. */
  featuresOnly: number | null;
  /** What the reads in use are worth; null without labels. */
  worth: Worth | null;
}

/** Pure. Takes seconds at 100,000 labels. */
export function compute({ set, floor, fit, reads, ranking = 'rising', readWith = 'calibrated' }: Task): Computed {
  const made = fit ? makeFit(set, floor) : null;
  const held = made?.heldOut ?? reads;
  const now = made ? answeredAnew(set, made.heldOut) : answeredNow(set, reads);
  const design = designOf(now);
  const order = made ? rankingOf(made.stored) : ranking;
  const used = (made?.readWith ?? readWith) === 'raw' ? null : held;
  return {
    made,
    raw: figuresOf(now, now.reads, floor, { scores: now.scores, design }),
    calibrated: held && figuresOf(now, held, floor, { ranking: rankedBy(order, now.reads, held), design }),
    featuresOnly: made?.featuresOnly
      ? logLoss({ p: made.featuresOnly, y: set.y, weights: design.weights }, floor)
      : null,
    worth: worthOf(now, { reads: used ?? now.reads, areRaw: used === null }, floor, design),
  };
}
