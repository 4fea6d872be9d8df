import { FitRow, FitSample } from './fit';
import { LabelSet, rowOf, widthOf } from '../label/label-set';
import { readLabel } from './make-fit';

/**
 * How a fit reads labels without having known them: those it was made of as it held them out, later ones as they are,
 * since it never saw them.
 */
export function heldOutReads(set: LabelSet, fit: Pick<FitRow, 'stored'>, sample: FitSample | null): Float64Array {
  const width = widthOf(set.form);
  const places = new Map(sample?.set.answers.map((answer, at) => [answer, at]));
  const reads = new Float64Array(set.reads.length);
  set.answers.forEach((answer, label) => {
    const at = places.get(answer);
    const read =
      sample && at !== undefined
        ? rowOf(sample.heldOut, width, at)
        : readLabel(fit.stored, rowOf(set.reads, width, label));
    reads.set(read, label * width);
  });
  return reads;
}
