const dayMs = 86_400_000;
/** Facts may come late: a month takes charges for its answers until this long after its end. */
const graceMs = dayMs;

/** The UTC calendar month of an instant, `YYYY-MM`. */
export function monthOf(instant: string | number): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** The first instant of a month and of the month after it, in milliseconds. */
export function boundsOf(month: string): { fromMs: number; toMs: number } {
  const [year, number] = month.split('-').map(Number);
  return { fromMs: Date.UTC(year, number - 1), toMs: Date.UTC(year, number) };
}

/** Length of a month in seconds. */
export function secondsOf(month: string): number {
  const { fromMs, toMs } = boundsOf(month);
  return (toMs - fromMs) / 1000;
}

/** The instant from which a month takes no more charges, in milliseconds. */
export function chargesEndMs(month: string): number {
  return boundsOf(month).toMs + graceMs;
}

/** The month that a charge is booked in: the month of its answers, or the current one when that takes no more charges. */
export function bookedMonth(recordedAt: string, nowMs: number): string {
  const month = monthOf(recordedAt);
  return nowMs < chargesEndMs(month) ? month : monthOf(nowMs);
}
