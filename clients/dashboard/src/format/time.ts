const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/**
 * A length of time in its largest whole unit, such as `3 min`.
 * @param ms milliseconds, at least 0
 */
export function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [name, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}

/** A length of time as somebody set it: `0.5 s` where `lengthOf` rounds. @param ms milliseconds, at least 0 */
export function setLengthOf(ms: number): string {
  return ms < 60_000 && ms % 1_000 !== 0 ? `${ms / 1_000} s` : lengthOf(ms);
}

/** Where a moment lies from now, such as `3 min ago` or `in 12 s`. @param at ISO 8601 */
export function distanceOf(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  if (Number.isNaN(ms)) return at;
  if (Math.abs(ms) < 1_000) return 'now';
  return ms < 0 ? `${lengthOf(-ms)} ago` : `in ${lengthOf(ms)}`;
}

/** The month of a moment, such as `2026-11`, in UTC. */
export function monthOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 7);
}

/** A moment as a field of date and time holds it, to the minute, such as `2026-11-25T02:00`, in UTC. */
export function minuteOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16);
}

/** The moment that such a field names, ISO 8601 in UTC; undefined for none. */
export function instantOf(minute: string): string | undefined {
  // Dates that are no ISO 8601 are read by each browser as it likes.
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute) ? Date.parse(`${minute}:00Z`) : NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
