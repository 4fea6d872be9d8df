type Interval = readonly number[] | null | undefined;

/** Three digits: more say nothing beside the intervals. */
export function short(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Math.round(value * 1_000) / 1_000);
}

/** A figure with its 95 % interval. */
export function within(value: number | null | undefined, interval: Interval): string {
  const shown = short(value);
  return shown !== '' && interval ? `${shown} (${interval.map(short).join('..')})` : shown;
}
