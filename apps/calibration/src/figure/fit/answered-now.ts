import { LabelSet } from '../../outcome/label/label-set';

/**
 * Labels of a composite judgment with the p that their answers have now. Each night's fit combines every answer anew, so the p that
 * was recorded with a label may be one that no answer has any more: thresholds and raw figures of it promise nothing. Labels of
 * other judgments stay as they are, since a fit does not move their raw numbers.
 * @param reads of the fit in force, held out (`heldOutReads`); null without a fit, when answers have the mean of their parts
 */
export function answeredNow(set: LabelSet, reads: Float64Array | null): LabelSet {
  return set.form.parts.length === 0 || reads === null ? set : { ...set, reads };
}

/**
 * The same by a fit that has just been made. The current answers of a composite were counted before it combined them, so these
 * counts say nothing of its reads.
 */
export function answeredAnew(set: LabelSet, heldOut: Float64Array): LabelSet {
  return set.form.parts.length === 0 ? set : { ...set, reads: heldOut, population: null };
}
