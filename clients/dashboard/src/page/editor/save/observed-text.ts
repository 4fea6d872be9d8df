/** Whole observed days under which the service calls the history of an estimate short. */
const enoughDays = 3;

/** For how long the changes of an estimate were observed, and what follows where that is short. */
export function observedText(days: number): string {
  const text = ['less than 1 day', '1 day'][days] ?? `${days} days`;
  return days < enoughDays ? `${text} (short history)` : text;
}
