import { LabelSet, rowOf, widthOf } from '../../outcome/label/label-set';
import { FitRow, FitSample } from './fit';
import { readLabel } from './make-fit';

/**
 * How a fit reads labels that it does not know: the held-out reads of the labels that it was made of, and its plain reads
 * of later labels.
 */
export function heldOutReads(set: LabelSet, fit: Pick<FitRow, 'stored'>, sample: FitSample | null): Float64Array {
  const width = widthOf(set.form);
  const indexes = new Map(sample?.set.answers.map((answer, index) => [answer, index]));
  const reads = new Float64Array(set.reads.length);
  set.answers.forEach((answer, label) => {
    const index = indexes.get(answer);
    const read =
      sample && index !== undefined ? rowOf(sample.heldOut, width, index) : readLabel(fit.stored, set, label);
    reads.set(read, label * width);
  });
  return reads;
}
