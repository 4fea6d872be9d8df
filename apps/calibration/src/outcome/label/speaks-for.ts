import type { SpeaksFor } from '@app/contracts/calibration';
import { type StratumShares, postStratify, unlikeness } from '@app/statistics';
import type { LabelSet } from './label-set';
import { queueWeightsOf } from './label-weights';
import { strataOf } from './strata';

/** Labels beside all current answers. */
export interface LabelsBeside {
  /** The chance of labels as far from the answers as these, if they were drawn from them. */
  p: number;
  /** Whether they differ beyond noise. */
  isUnlike: boolean;
  /** Shares of the answers, and of the labels, those of the review queue weighted; by stratum, see `strataOf`. */
  strata: StratumShares[];
  /** Share of the answers in strata without a label. */
  unlabelled: number;
}

/** Labels whose chance is below it are unlike the answers. */
const unlikelyBelow = 0.01;
/** Answers without a label near them that are fewer than this share move no figure by more than it. */
const negligible = 0.01;

/** @returns null without labels, or when the answers were not counted */
export function besideAnswers(set: LabelSet): LabelsBeside | null {
  if (set.population === null) return null;
  const weights = queueWeightsOf(set, [...set.y.keys()]);
  const [x, { counts }] = [strataOf(set), set.population];
  const found = unlikeness({ x, units: set.units, weights }, counts);
  if (found === null) return null;
  const { unlabelled } = postStratify(x, weights, counts);
  return { ...found, isUnlike: found.p < unlikelyBelow, unlabelled };
}

/**
 * Which answers figures of the labels speak for when they are weighted by `weightsOf`. It is all answers where labels are selected by
 * what was read alone, since what happens does not depend on that selection given the read.
 * @returns `labelled` when the answers were not counted, and when the labels are unlike them and a stratum has no label
 */
export function speaksFor(set: LabelSet): SpeaksFor {
  const beside = besideAnswers(set);
  if (beside === null) return 'labelled';
  return beside.isUnlike && beside.unlabelled > negligible ? 'labelled' : 'all';
}
