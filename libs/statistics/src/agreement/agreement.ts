/** How labels of one answer differ: `nominal` counts other values alike, `interval` squares their distance. */
export type AgreementScale = 'nominal' | 'interval';

/** What several labellers said of one answer, one value each. */
export interface SaidUnit {
  /** The document of the answer, as a number: answers of one document are no independent evidence. */
  document: number;
  /** Of a nominal scale any numbers that stand for the classes. Fewer than two values tell nothing. */
  values: readonly number[];
}

/** Sums over units from which alpha follows; those of several units add up. */
export interface AgreementSums {
  /** Values that can be paired with another one of their unit. */
  values: number;
  /** Differences within the units: of each unit's ordered pairs, divided by its values less one. */
  observed: number;
  /** Of a nominal scale how often each class was said, by place of the class. */
  classes: Float64Array;
  /** Of an interval scale the sum of the values and of their squares. */
  sum: number;
  squares: number;
}

/**
 * Krippendorff's alpha: 1 is full agreement, 0 what chance alone gives, below 0 is worse than chance. Any number of labellers, of
 * whom each may label some units only.
 * @returns null without two labels on one unit, and where all labels have the same value: then nothing could disagree
 * @see Krippendorff 2011, Computing Krippendorff's Alpha-Reliability
 */
export function krippendorffAlpha(units: readonly SaidUnit[], scale: AgreementScale): number | null {
  const documents = sumsByDocument(units, scale);
  const total = noSums(documents[0]?.classes.length ?? 0);
  for (const each of documents) addSums(total, each, 1);
  return alphaOf(total, scale);
}

/** Alpha of sums; null as for `krippendorffAlpha`. */
export function alphaOf(
  { values: n, observed, classes, sum, squares }: AgreementSums,
  scale: AgreementScale,
): number | null {
  if (n < 2) return null;
  const expected = scale === 'nominal' ? n * n - sumOfSquares(classes) : 2 * (n * squares - sum * sum);
  // Of equal values rounding leaves a trace.
  const least = scale === 'nominal' ? 0.5 : 1e-12 * n * squares;
  return expected <= least ? null : 1 - ((n - 1) * observed) / expected;
}

export function noSums(classes: number): AgreementSums {
  return { values: 0, observed: 0, classes: new Float64Array(classes), sum: 0, squares: 0 };
}

/** Adds sums to `total`, so many times. */
export function addSums(total: AgreementSums, added: AgreementSums, times: number): void {
  total.values += times * added.values;
  total.observed += times * added.observed;
  total.sum += times * added.sum;
  total.squares += times * added.squares;
  for (let k = 0; k < added.classes.length; k += 1) total.classes[k] += times * added.classes[k];
}

/** The sums of each document that has a unit with two values or more, in the order of their first units. */
export function sumsByDocument(units: readonly SaidUnit[], scale: AgreementScale): AgreementSums[] {
  const paired = units.filter(({ values }) => values.length > 1);
  const center = meanOfValues(paired);
  const places = scale === 'nominal' ? placesOf(paired) : new Map<number, number>();
  const documents = new Map<number, AgreementSums>();
  for (const { document, values } of paired) {
    const total = documents.get(document) ?? noSums(places.size);
    documents.set(document, total);
    addSums(total, scale === 'nominal' ? nominalSums(values, places) : intervalSums(values, center), 1);
  }
  return [...documents.values()];
}

function nominalSums(values: readonly number[], places: ReadonlyMap<number, number>): AgreementSums {
  const sums = noSums(places.size);
  const m = values.length;
  for (const value of values) sums.classes[places.get(value) ?? 0] += 1;
  sums.values = m;
  sums.observed = (m * m - sumOfSquares(sums.classes)) / (m - 1);
  return sums;
}

/** @param center that is taken off each value: squares of small numbers lose no digits */
function intervalSums(values: readonly number[], center: number): AgreementSums {
  const sums = noSums(0);
  const m = values.length;
  for (const value of values) {
    sums.sum += value - center;
    sums.squares += (value - center) ** 2;
  }
  sums.values = m;
  sums.observed = (2 * (m * sums.squares - sums.sum * sums.sum)) / (m - 1);
  return sums;
}

function placesOf(units: readonly SaidUnit[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { values } of units) for (const value of values) if (!places.has(value)) places.set(value, places.size);
  return places;
}

function meanOfValues(units: readonly SaidUnit[]): number {
  let [sum, n] = [0, 0];
  for (const { values } of units) {
    for (const value of values) sum += value;
    n += values.length;
  }
  return n === 0 ? 0 : sum / n;
}

function sumOfSquares(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum;
}
