/** The time of a process, in milliseconds since 1970. Specs inject another clock; production uses `systemClock`. */
export interface Clock {
  now(): number;
}

/**
 * The database's clock as last read, and what has passed since by the monotonic clock: a clock that all processes of an
 * installation share, whatever their machines' clocks do. Before the first reading it is the machine's.
 */
export class SharedClock implements Clock {
  /** What the database's clock showed at a moment of the monotonic clock; null before it was read. */
  private reading: { databaseMs: number; atMs: number } | null = null;

  now(): number {
    if (this.reading === null) return Date.now();
    return Math.floor(this.reading.databaseMs + performance.now() - this.reading.atMs);
  }

  /**
   * @param databaseMs time of the database, in milliseconds since 1970
   * @param atMs when it was read, by `performance.now()`
   */
  read(databaseMs: number, atMs: number): void {
    this.reading = { databaseMs, atMs };
  }

  /** Goes back to the machine's clock: nobody reads the database's any more. */
  forget(): void {
    this.reading = null;
  }

  /** How far this machine's clock is behind the shared one, in milliseconds; negative when it is ahead. */
  machineBehindMs(): number {
    return this.reading === null ? 0 : this.now() - Date.now();
  }
}

/** The clock of this process. */
export const systemClock = new SharedClock();

/** RFC 3339, UTC, milliseconds. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString();
}
