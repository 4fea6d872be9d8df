import { classCounts } from '../label/labels';
import type { ShareRows } from '../interval/rows';
import { Numbers } from '../number/numbers';

/** How far the rows of one document lie from the mean placements of their classes, summed, for two AUROCs. */
interface DocumentSums {
  hasYes: boolean;
  hasNo: boolean;
  yes: [number, number];
  no: [number, number];
}

/**
 * The covariance of two AUROCs where documents have several rows, or rows have weights: what one document's rows add up to varies,
 * its yes's and its no's together.
 * @param a placements of the rows by the first read, see `delong`; `b` by the second
 * @param rows documents and weights; without documents each row is one
 * @see Obuchowski 1997, Biometrics 53
 */
export function clusteredCovariance(
  a: Float64Array,
  b: Float64Array,
  y: Numbers,
  { units, weights }: ShareRows,
): number {
  const [yes, no] = [placedMeans(a, b, y, true, weights), placedMeans(a, b, y, false, weights)];
  const documents = new Map<number, DocumentSums>();
  for (let i = 0; i < y.length; i += 1) {
    const [unit, weight] = [units ? units[i] : i, weights ? weights[i] : 1];
    if (weight === 0) continue;
    const own = documents.get(unit) ?? { hasYes: false, hasNo: false, yes: [0, 0], no: [0, 0] };
    documents.set(unit, own);
    const [sums, means] = y[i] ? [own.yes, yes] : [own.no, no];
    if (y[i]) own.hasYes = true;
    else own.hasNo = true;
    sums[0] += weight * (a[i] - means.a);
    sums[1] += weight * (b[i] - means.b);
  }
  let [ofYes, ofNo, ofBoth, withYes, withNo] = [0, 0, 0, 0, 0];
  for (const own of documents.values()) {
    ofYes += own.yes[0] * own.yes[1];
    ofNo += own.no[0] * own.no[1];
    ofBoth += own.yes[0] * own.no[1] + own.no[0] * own.yes[1];
    withYes += own.hasYes ? 1 : 0;
    withNo += own.hasNo ? 1 : 0;
  }
  const spread = (sum: number, count: number) => (sum === 0 ? 0 : (sum * count) / (count - 1));
  return (
    spread(ofYes, withYes) / yes.n ** 2 +
    spread(ofNo, withNo) / no.n ** 2 +
    spread(ofBoth, documents.size) / (yes.n * no.n)
  );
}

/** The weight of the rows of a class, and the means of their placements. */
export function placedMeans(a: Float64Array, b: Float64Array, y: Numbers, isYes: boolean, weights?: Numbers | null) {
  let [n, sumA, sumB] = [0, 0, 0];
  for (let i = 0; i < y.length; i += 1) {
    if (y[i] > 0 !== isYes) continue;
    const weight = weights ? weights[i] : 1;
    n += weight;
    sumA += weight * a[i];
    sumB += weight * b[i];
  }
  return { n, a: sumA / n, b: sumB / n };
}

/** Documents that have a row of the class of which fewer have one; rows without weight do not count. */
export function rarerDocuments(y: Numbers, { units, weights }: ShareRows = {}): number {
  if (!units && !weights) {
    const { positives, negatives } = classCounts(y);
    return Math.min(positives, negatives);
  }
  const [yes, no] = [new Set<number>(), new Set<number>()];
  for (let i = 0; i < y.length; i += 1) {
    if (weights && weights[i] === 0) continue;
    (y[i] > 0 ? yes : no).add(units ? units[i] : i);
  }
  return Math.min(yes.size, no.size);
}
