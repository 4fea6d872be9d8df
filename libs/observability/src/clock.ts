/** The time of a process, in milliseconds since 1970. Specs inject another clock; production uses `systemClock`. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339, UTC, milliseconds. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
