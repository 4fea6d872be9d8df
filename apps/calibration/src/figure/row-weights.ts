import { LabelSet } from '../outcome/label/label-set';
import { weightsOf } from '../outcome/label/label-weights';

/**
 * How many answers each label of a comparison counts for; null when all count the same. Labels that lie only where no answer of now
 * does stand for none, and are compared as they are.
 */
export function rowWeightsOf(set: LabelSet): Float64Array | null {
  const weights = weightsOf(set, [...set.y.keys()]);
  return weights?.some((weight) => weight > 0) ? weights : null;
}
