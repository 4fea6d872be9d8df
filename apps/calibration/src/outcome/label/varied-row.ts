import type { LabelRow } from './label-row';

/** Options of a label whose answer had options of its own: the likeliest of them, and the one that happened. */
const most = 63;

/** Places of such options in a label set: by probability, the likeliest first. */
export const variedPlaces: readonly string[] = Array.from({ length: most }, (_, place) => `${place + 1}`);

/** A label of an answer with options of its own. */
export interface VariedRow {
  /** Probabilities by place, then zeros as padding, and last of the escape. */
  numbers: Float64Array;
  /** The place of what happened; null when the answer did not offer it. */
  y: number | null;
}

/** The numbers of such a label; null without a distribution. An option with probability 0 differs from padding. */
export function variedRow({ dist, escape_p, value, escape }: LabelRow): VariedRow | null {
  if (dist === null) return null;
  const options = Object.entries(dist).sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
  const happened = escape ? -1 : options.findIndex(([option]) => option === value);
  // The last place is for the option that happened when it is not among the likeliest.
  if (happened >= most) options.splice(most - 1, options.length, options[happened]);
  const numbers = new Float64Array(most + 1);
  options.slice(0, most).forEach(([, p], place) => (numbers[place] = p || Number.MIN_VALUE));
  numbers[most] = escape_p ?? 0;
  if (escape) return { numbers, y: most };
  return { numbers, y: happened < 0 ? null : Math.min(happened, most - 1) };
}

/** The options that an answer had, and last the escape: a row without its padding. */
export function unpadded(row: Float64Array): Float64Array {
  const options = row.subarray(0, -1).filter((p) => p > 0);
  return Float64Array.of(...options, row[row.length - 1]);
}

/** A row of `unpadded` with its padding. */
export function padded(row: Float64Array): Float64Array {
  const numbers = new Float64Array(most + 1);
  numbers.set(row.subarray(0, -1).map((p) => p || Number.MIN_VALUE));
  numbers[most] = row[row.length - 1];
  return numbers;
}

/** The place in an unpadded row of what happened. */
export function unpaddedPlace(y: number, row: Float64Array): number {
  return y === most ? row.length - 1 : y;
}
