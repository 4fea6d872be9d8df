/** The time of a process, in milliseconds since 1970. Specs inject another clock; production uses `systemClock`. */
export interface Clock {
  now(): number;
}

/** What the database's clock showed at a moment of the monotonic clock; null before it was read. */
let reading: { databaseMs: number; atMs: number } | null = null;

/**
 * The database's clock as last read, and what has passed since by the monotonic clock: a clock that all processes of an
 * installation share, whatever their machines' clocks do. Before the first reading it is the machine's.
 */
export const systemClock: Clock = {
  now: () => (reading === null ? Date.now() : Math.floor(reading.databaseMs + performance.now() - reading.atMs)),
};

/**
 * @param databaseMs time of the database, in milliseconds since 1970
 * @param atMs when it was read, by `performance.now()`
 */
export function setDatabaseTime(databaseMs: number, atMs: number): void {
  reading = { databaseMs, atMs };
}

/** How far this machine's clock is behind the shared one, in milliseconds; negative when it is ahead. */
export function machineBehindMs(): number {
  return reading === null ? 0 : systemClock.now() - Date.now();
}

/** RFC 3339, UTC, milliseconds. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
