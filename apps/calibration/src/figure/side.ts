import {
  BoolSide,
  ClassSide,
  ReadWith,
  RowFigures,
  StoredFit,
  boolRowFigures,
  choiceHits,
  classRowFigures,
  expectedScore,
  logLoss,
  nearestLevel,
} from '@app/statistics';
import { AlternativeHeldOut } from '@app/contracts/calibration';
import { makeFit } from './fit/make-fit';
import { rankedBy, rankingOf } from './fit/ranking';
import { LabelSet, classRows } from '../outcome/label/label-set';

/** One side of a comparison: the version or the alternative on the common labels. */
export interface Side {
  set: LabelSet;
  /** Floor of the side's own engine. */
  floor: number;
}

/** How a side reads each label by a fit that did not know it. */
export interface SideReads {
  readWith: ReadWith;
  /** The fit on all labels. */
  stored: StoredFit;
  /** Reads, as many numbers as the set's. */
  reads: Float64Array;
  /** Numbers of a bool that ranking figures compare; else empty. */
  ranking: Float64Array;
  /** Log loss of the features alone, in nats; null without them. */
  featuresOnly: number | null;
}

/** Fits a side as the nightly fit would. Sides with the same outcomes in the same order have the same folds. */
export function readSide({ set, floor }: Side): SideReads {
  const { stored, readWith, heldOut, featuresOnly } = makeFit(set, floor);
  return {
    readWith,
    stored,
    reads: heldOut,
    ranking: set.form.type === 'bool' ? rankedBy(rankingOf(stored), set.reads, heldOut) : new Float64Array(0),
    featuresOnly: featuresOnly && logLoss({ p: featuresOnly, y: set.y }, floor),
  };
}

export function boolSide({ floor }: Side, { reads, ranking }: SideReads): BoolSide {
  return { reads, ranking, floor };
}

/** A choice is right when its likeliest option came true; a score when its nearest level did. */
export function classSide({ set, floor }: Side, read: SideReads): ClassSide & { y: Float64Array } {
  const { dists, y } = classRows(set, read.reads);
  const { type, levels } = set.form;
  const isRight = (dist: Float64Array, i: number) => nearestLevel(expectedScore(dist, levels), levels) === y[i];
  const hits =
    type === 'score' ? Float64Array.from(dists, (dist, i) => (isRight(dist, i) ? 1 : 0)) : choiceHits(dists, y);
  return { reads: dists, hits, floor, y };
}

/** The figures of a side as a row shows them. @param weights how many answers each label stands for; null: one */
export function heldOutOf(side: Side, read: SideReads, weights: Float64Array | null): AlternativeHeldOut {
  const figures = figuresOf(side, read, weights);
  return {
    read_with: read.readWith,
    log_loss: figures.logLoss,
    ece: figures.ece,
    brier: figures.brier,
    auroc: figures.auroc,
    precision_at_5: figures.precisionAt5,
    precision_at_10: figures.precisionAt10,
    accuracy: figures.accuracy,
    features_only: read.featuresOnly,
  };
}

function figuresOf(side: Side, read: SideReads, weights: Float64Array | null): RowFigures {
  if (side.set.form.type === 'bool') return boolRowFigures(boolSide(side, read), side.set.y, weights);
  const classes = classSide(side, read);
  return classRowFigures(classes, classes.y, weights);
}
