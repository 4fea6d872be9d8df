/** Rows of numeric columns, row-major; NaN is a missing value. */
export interface Table {
  values: Float64Array;
  columns: number;
}

/** @param rows one array for each answer, all of one length; null is a missing value */
export function tableOf(rows: readonly (readonly (number | null)[])[], columns = rows[0]?.length ?? 0): Table {
  const values = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => row.forEach((value, j) => (values[i * columns + j] = value ?? NaN)));
  return { values, columns };
}

/** Mean and population standard deviation of each column's present values; sd 0 marks a constant or empty column. */
export interface Scale {
  mean: number[];
  sd: number[];
}

/**
 * Learns the scale on the rows that `keep` marks (all without it), without weights.
 * @see docs/methods.md#the-choice-of-the-reading
 */
export function scaleOf({ values, columns }: Table, keep?: Uint8Array): Scale {
  const mean = new Array<number>(columns).fill(0);
  const sd = new Array<number>(columns).fill(0);
  const n = columns === 0 ? 0 : values.length / columns;
  for (let j = 0; j < columns; j += 1) {
    let count = 0;
    let sum = 0;
    const each = (use: (value: number) => void) => {
      for (let i = 0; i < n; i += 1) {
        const value = values[i * columns + j];
        if (!Number.isNaN(value) && (!keep || keep[i])) use(value);
      }
    };
    each((value) => {
      count += 1;
      sum += value;
    });
    if (count === 0) continue;
    mean[j] = sum / count;
    let squares = 0;
    each((value) => (squares += (value - mean[j]) ** 2));
    const deviation = Math.sqrt(squares / count);
    if (!Number.isFinite(deviation)) {
      // Numbers beyond 1e150: nothing can be learned of them, and a stored fit must be finite.
      mean[j] = 0;
      continue;
    }
    // A constant column still has a deviation from the rounding of its mean.
    sd[j] = deviation <= 1e-12 * Math.max(1, Math.abs(mean[j])) ? 0 : deviation;
  }
  return { mean, sd };
}

/** Scaled values are held within this many deviations: finite for any number, also in SQL. */
export const mostDeviations = 1e6;

/** The scaled value. 0 is the mean; a missing value and a column with sd 0 also give 0. */
export function scaled({ mean, sd }: Scale, column: number, value: number): number {
  if (Number.isNaN(value) || sd[column] === 0) return 0;
  return Math.min(Math.max((value - mean[column]) / sd[column], -mostDeviations), mostDeviations);
}
