/** A column of numbers. Typed arrays are fast; plain arrays work too. Functions never change it. */
export type Numbers = ArrayLike<number>;

/** Sum, optionally weighted. */
export function sumOf(values: Numbers, weights?: Numbers | null): number {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += weights ? values[i] * weights[i] : values[i];
  return sum;
}

/** Arithmetic mean; NaN for an empty column. */
export function meanOf(values: Numbers): number {
  return sumOf(values) / values.length;
}

/** Sample standard deviation (n - 1), in the unit of the values; NaN below two values. */
export function deviationOf(values: Numbers): number {
  const mean = meanOf(values);
  let squares = 0;
  for (let i = 0; i < values.length; i += 1) squares += (values[i] - mean) ** 2;
  return values.length < 2 ? NaN : Math.sqrt(squares / (values.length - 1));
}

/**
 * Rounds to billionths, so that reads and filters, in memory and in SQL, agree to the digit. Beyond that the logarithms of
 * two machines differ, and two orders of one sum.
 */
export function inBillionths(value: number): number {
  return Math.floor(value * 1e9 + 0.5) / 1e9;
}

/** Whether two reads are the same one: what differs beyond the billionths does so by rounding. */
export function isTie(a: number, b: number): boolean {
  return a === b || inBillionths(a) === inBillionths(b);
}

/** Row numbers in ascending order of `values`. The sort is stable, so that a fit is deterministic. */
export function orderOf(values: Numbers): Uint32Array {
  const order = Uint32Array.from({ length: values.length }, (_, row) => row);
  return order.sort((a, b) => values[a] - values[b] || a - b);
}

/** The value at share `q` of a sorted column, linear between neighbours (type 7 of Hyndman and Fan 1996). */
export function quantileOfSorted(sorted: Numbers, q: number): number {
  const at = q * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/**
 * One mean for each unit, in the order of the units' first rows. A unit is a document that was judged several times. Its
 * rows are not independent, so every test counts the unit once.
 * @param units number of each row's unit; default: each row is a unit of its own
 */
export function meanByUnit(values: Numbers, units?: Numbers | null): Float64Array {
  if (!units) return Float64Array.from(values);
  const sums = new Map<number, { sum: number; count: number }>();
  for (let i = 0; i < values.length; i += 1) {
    const entry = sums.get(units[i]) ?? { sum: 0, count: 0 };
    entry.sum += values[i];
    entry.count += 1;
    sums.set(units[i], entry);
  }
  return Float64Array.from([...sums.values()], ({ sum, count }) => sum / count);
}
