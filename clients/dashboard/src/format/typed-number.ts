/** Seconds as a field holds them. @param ms milliseconds */
export function secondsOf(ms: number): string {
  return String(ms / 1_000);
}

/** Milliseconds of such a field; null for an emptied one: the default holds again. */
export function msOf(seconds: string): number | null {
  const number = numberOf(seconds);
  return number === null ? null : Math.round(number * 1_000);
}

/** The number of a field; null for an emptied one. */
export function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
