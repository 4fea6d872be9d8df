const dayMs = 86_400_000;
/** Facts may come late: a month takes charges for its answers until this long after its end. */
const graceMs = dayMs;

/** The UTC calendar month of an instant, `YYYY-MM`. */
export function monthOf(instant: string | number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The first instant of a month and of the month after it, in milliseconds. */
export function boundsOf(month: string): { fromMs: number; toMs: number } {
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  const from = new Date(`${month}-01T00:00:00Z`);
  return { fromMs: from.getTime(), toMs: new Date(from).setUTCMonth(from.getUTCMonth() + 1) };
}

/** Length of a month in seconds. */
export function secondsOf(month: string): number {
  const { fromMs, toMs } = boundsOf(month);
  return (toMs - fromMs) / 1000;
}

/** The UTC days of a month up to and including `last`, `YYYY-MM-DD`. */
export function daysUntil(month: string, last: string): string[] {
  const { fromMs, toMs } = boundsOf(month);
  const days = Array.from({ length: (toMs - fromMs) / dayMs }, (_, index) => new Date(fromMs + index * dayMs));
  return days.map((day) => day.toISOString().slice(0, 10)).filter((day) => day <= last);
}

/** The newest month that has taken no more charges for so many milliseconds. */
export function lastSettledMonth(nowMs: number, sinceMs: number): string {
  let month = monthOf(nowMs);
  do month = monthOf(boundsOf(month).fromMs - 1);
  while (nowMs < chargesEndMs(month) + sinceMs);
  return month;
}

/** The instant from which a month takes no more charges, in milliseconds. */
export function chargesEndMs(month: string): number {
  return boundsOf(month).toMs + graceMs;
}

/**
 * The UTC day that a charge is booked on, `YYYY-MM-DD`: the day of its answers, or today when the month of that day takes
 * no more charges.
 */
export function bookedDay(recordedAt: string, nowMs: number): string {
  const bookedMs = nowMs < chargesEndMs(monthOf(recordedAt)) ? Date.parse(recordedAt) : nowMs;
  return new Date(bookedMs).toISOString().slice(0, 10);
}

/** The month that a charge is booked in, `YYYY-MM`: that of its day. */
export function bookedMonth(recordedAt: string, nowMs: number): string {
  return monthOf(bookedDay(recordedAt, nowMs));
}
