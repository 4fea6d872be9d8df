/** Where a month will end, in US dollars: most months end between the two. */
export interface Forecast {
  low: number;
  high: number;
}

/** Days that are over before a forecast says anything. */
const fewestDays = 3;

/**
 * The month's end from its days so far: what was spent, and for each day that is left the mean of the days that are over,
 * give or take twice the spread that a sum of so many days has. Null in the first days and where nothing is left.
 * @param days each day's spend until today, oldest first; the last one is not over
 * @param daysInMonth of the whole month
 */
export function forecastOf(days: readonly number[], daysInMonth: number): Forecast | null {
  const over = days.slice(0, -1);
  const left = daysInMonth - over.length;
  if (over.length < fewestDays || left <= 0) return null;
  const mean = sumOf(over) / over.length;
  const variance = sumOf(over.map((day) => (day - mean) ** 2)) / (over.length - 1);
  // The mean itself is known from few days, so that its own error adds for every day that is left.
  const give = 2 * Math.sqrt(variance * left * (1 + left / over.length));
  const spent = sumOf(days);
  return {
    low: Math.max(spent, sumOf(over) + left * mean - give),
    high: Math.max(spent, sumOf(over) + left * mean + give),
  };
}

/** Days of a month such as `2026-11`. */
export function daysIn(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
