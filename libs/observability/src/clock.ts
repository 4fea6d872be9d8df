/** The time of a process, in milliseconds since 1970. Tests inject another; nothing in production moves it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339, UTC, milliseconds. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
