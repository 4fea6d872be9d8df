const dayMs = 86_400_000;
/** After the turn a month still takes what was recorded in it, since facts may come late. */
const graceMs = dayMs;

/** The UTC calendar month of an instant, `YYYY-MM`. */
export function monthOf(instant: string | number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The first instant of a month and that of the one after it, in milliseconds. */
export function boundsOf(month: string): { fromMs: number; toMs: number } {
  const [year, place] = month.split('-').map(Number);
  return { fromMs: Date.UTC(year, place - 1), toMs: Date.UTC(year, place) };
}

/** Length of a month in seconds. */
export function secondsOf(month: string): number {
  const { fromMs, toMs } = boundsOf(month);
  return (toMs - fromMs) / 1000;
}

/** When a month takes no more charges. */
export function endsTakingMs(month: string): number {
  return boundsOf(month).toMs + graceMs;
}

/** The month that a charge is booked in: that of its answers, or the current one once that takes no more. */
export function bookedMonth(recordedAt: string, nowMs: number): string {
  const month = monthOf(recordedAt);
  return nowMs < endsTakingMs(month) ? month : monthOf(nowMs);
}
