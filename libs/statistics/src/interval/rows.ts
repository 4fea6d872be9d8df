import { Numbers } from '../number/numbers';

/** What rows belong to and stand for. */
export interface ShareRows {
  /** Document of each row; absent: each row has one of its own. */
  units?: Numbers | null;
  /** How many answers each row stands for; absent: one. */
  weights?: Numbers | null;
}

/** Units numbered 0, 1, 2 ... in the order of their first rows. */
export function numberUnits(n: number, units?: Numbers | null): Uint32Array {
  if (!units) return Uint32Array.from({ length: n }, (_, row) => row);
  const numbers = new Map<number, number>();
  return Uint32Array.from({ length: n }, (_, row) => {
    const known = numbers.get(units[row]) ?? numbers.size;
    numbers.set(units[row], known);
    return known;
  });
}

/** The units, or null where no two rows share one: then every row is a document of its own, and nothing has to look for others. */
export function sharedUnits<Units extends Numbers>(units: Units): Units | null {
  return new Set(Array.from(units)).size === units.length ? null : units;
}

/**
 * One number for each document, so that their plain mean is the weighted mean of the rows, and their spread is what the mean owes to
 * each document: the mean plus the document's sum of weighted distances from it, over the mean weight of a document (the
 * linearisation of a ratio). Where documents weigh the same, it is the mean of the document's rows. Documents without weight have none.
 * @see Cochran 1977, Sampling Techniques, 6.3 and 9.4
 */
export function valuesOfUnits(values: Numbers, { units, weights }: ShareRows): Float64Array {
  if (!units && !weights) return Float64Array.from(values);
  const unitOf = numberUnits(values.length, units);
  const count = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const [sums, sizes] = [new Float64Array(count), new Float64Array(count)];
  unitOf.forEach((unit, row) => {
    const weight = weights ? weights[row] : 1;
    sums[unit] += weight * values[row];
    sizes[unit] += weight;
  });
  if (sizes[0] > 0 && sizes.every((size) => size === sizes[0])) return sums.map((sum) => sum / sizes[0]);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const mean = sums.reduce((sum, one) => sum + one, 0) / all;
  const filled = Array.from(sizes.keys()).filter((unit) => sizes[unit] > 0);
  return Float64Array.from(filled, (unit) => mean + ((sums[unit] - mean * sizes[unit]) * filled.length) / all);
}
