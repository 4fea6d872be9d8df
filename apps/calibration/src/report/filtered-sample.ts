import { FitSample } from '../figure/fit/fit';
import { LabelFilter, keepsAll } from '../outcome/label/label-filter';
import { LabelSet, pick, rowOf, sources, widthOf } from '../outcome/label/label-set';

/** The labels of a fit that a filter keeps, with their held-out reads. */
export function filteredSample(sample: FitSample, filter: LabelFilter): FitSample {
  if (keepsAll(filter)) return sample;
  const indexes = indexesOf(sample.set, filter);
  return { set: pick(sample.set, indexes), heldOut: pickReads(sample, indexes) };
}

/** Indexes of the labels that a filter keeps. */
function indexesOf({ source, observedMs }: LabelSet, filter: LabelFilter): number[] {
  const from = filter.since === null ? -Infinity : Date.parse(filter.since);
  const to = filter.until === null ? Infinity : Date.parse(filter.until);
  const isTaken = sources.map((name) => filter.sources.includes(name));
  return Array.from(source.keys()).filter(
    (label) => isTaken[source[label]] && observedMs[label] >= from && observedMs[label] < to,
  );
}

function pickReads({ set, heldOut }: FitSample, indexes: readonly number[]): Float64Array {
  const width = widthOf(set.form);
  const reads = new Float64Array(indexes.length * width);
  indexes.forEach((index, label) => reads.set(rowOf(heldOut, width, index), label * width));
  return reads;
}
