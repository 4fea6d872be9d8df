import { classCounts } from '../label/labels';
import { Numbers } from '../number/numbers';

/** How far the rows of one document lie from the mean placements of their classes, summed, for two AUROCs. */
interface DocumentSums {
  hasYes: boolean;
  hasNo: boolean;
  yes: [number, number];
  no: [number, number];
}

/**
 * The covariance of two AUROCs where documents have several rows: what one document's rows add up to varies, its yes's and its no's
 * together.
 * @param a placements of the rows by the first read, see `delong`; `b` by the second
 * @see Obuchowski 1997, Biometrics 53
 */
export function clusteredCovariance(a: Float64Array, b: Float64Array, y: Numbers, units: Numbers): number {
  const [yes, no] = [placedMeans(a, b, y, true), placedMeans(a, b, y, false)];
  const documents = new Map<number, DocumentSums>();
  for (let i = 0; i < y.length; i += 1) {
    const own = documents.get(units[i]) ?? { hasYes: false, hasNo: false, yes: [0, 0], no: [0, 0] };
    documents.set(units[i], own);
    const [sums, means] = y[i] ? [own.yes, yes] : [own.no, no];
    if (y[i]) own.hasYes = true;
    else own.hasNo = true;
    sums[0] += a[i] - means.a;
    sums[1] += b[i] - means.b;
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

function placedMeans(a: Float64Array, b: Float64Array, y: Numbers, isYes: boolean) {
  let [n, sumA, sumB] = [0, 0, 0];
  for (let i = 0; i < y.length; i += 1) {
    if (y[i] > 0 !== isYes) continue;
    n += 1;
    sumA += a[i];
    sumB += b[i];
  }
  return { n, a: sumA / n, b: sumB / n };
}

/** Documents that have a row of the class of which fewer have one. */
export function rarerDocuments(y: Numbers, units?: Numbers | null): number {
  const { positives, negatives } = classCounts(y);
  if (!units) return Math.min(positives, negatives);
  const of = (isYes: boolean) => new Set(Array.from(units).filter((_, i) => y[i] > 0 === isYes)).size;
  return Math.min(of(true), of(false));
}
