import { Numbers } from '../number/numbers';
import { type ShareRows, numberUnits } from './rows';

/**
 * How alike the outcomes of one document are beyond what is read of it: 0 where they are as if of several documents, 1 where one
 * tells all others. 0 where no document has two rows.
 * @see Williams 1982, Applied Statistics 31, for the variance of counts within clusters
 */
export function likenessOf(residuals: Numbers, deviations: Numbers, units?: Numbers | null): number {
  const unitOf = numberUnits(residuals.length, units);
  const count = unitOf.reduce((most, unit) => Math.max(most, unit + 1), 0);
  const [sums, spreads] = [new Float64Array(count), new Float64Array(count)];
  let [found, most] = [0, 0];
  unitOf.forEach((unit, row) => {
    found += residuals[row] * sums[unit];
    most += deviations[row] * spreads[unit];
    sums[unit] += residuals[row];
    spreads[unit] += deviations[row];
  });
  return most <= 0 ? 0 : Math.min(1, Math.max(0, found / most));
}

/** How alike outcomes are beyond what was read of them, see `likenessOf`. @param p reads in [0, 1] @param y 1 or 0 */
export function likenessOfReads({ p, y, units }: { p: Numbers; y: Numbers } & ShareRows): number {
  if (!units) return 0;
  const residuals = Float64Array.from({ length: p.length }, (_, row) => y[row] - p[row]);
  return likenessOf(
    residuals,
    Float64Array.from({ length: p.length }, (_, row) => Math.sqrt(p[row] * (1 - p[row]))),
    units,
  );
}

/**
 * How many rows of documents of their own tell as much as each group's: the weights' squares count within a document as its rows are
 * alike.
 * @param groups group of each row, from 0
 * @param likeness how alike the rows of a document are, in [0, 1]
 * @returns one number for each group; 0 for one without weight
 * @see Kish 1965, Survey Sampling, 5.4 (the effect of clusters)
 */
export function effectiveOfGroups(groups: Numbers, { units, weights }: ShareRows, likeness: number): Float64Array {
  const count = Array.from(groups).reduce((most, group) => Math.max(most, group + 1), 0);
  const [sums, squares, together] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const documents = new Map<number, number>();
  for (let row = 0; row < groups.length; row += 1) {
    const [group, weight] = [groups[row], weights ? weights[row] : 1];
    sums[group] += weight;
    squares[group] += weight * weight;
    if (!units) continue;
    const key = units[row] * count + group;
    const before = documents.get(key) ?? 0;
    // What the document's square grows by.
    together[group] += weight * (weight + 2 * before);
    documents.set(key, before + weight);
  }
  const spread = (group: number) => (1 - likeness) * squares[group] + likeness * (units ? together : squares)[group];
  return sums.map((sum, group) => (sum === 0 ? 0 : (sum * sum) / spread(group)));
}
