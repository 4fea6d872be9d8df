/** Labels from which a fit, a recommended threshold and a calibration error can be had. */
const goals = [
  [10, 'the first fit'],
  [30, 'a recommended threshold'],
  [50, 'the calibration error'],
] as const;

/** What the next labels make possible. @param labels that the judgment has, those of this page included */
export function goalText(labels: number): string {
  const next = goals.find(([least]) => labels < least);
  if (!next) return `${labels} labels; the next fit, at night or by hand, takes the new ones.`;
  const [least, what] = next;
  return `${labels} labels; ${least - labels} more until ${what}.`;
}

/** Labels a minute, such as `, 12 a minute`; empty before there is a minute's worth of them. */
export function rateText(labels: number, ms: number): string {
  return labels < 2 || ms < 10_000 ? '' : `, ${Math.round((labels * 60_000) / ms)} a minute`;
}
