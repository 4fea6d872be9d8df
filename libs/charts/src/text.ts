import type { Interval } from './chart';

const none = '–';

/** A share in [0, 1] as a percentage; a dash without one. */
export function percentText(share: number | null | undefined): string {
  return typeof share === 'number' ? `${(share * 100).toFixed(1)} %` : none;
}

/** A number with three digits behind the point; a dash without one. */
export function numberText(value: number | null | undefined): string {
  return typeof value === 'number' ? value.toFixed(3) : none;
}

/** Both ends, such as `41.2 % to 63.0 %`; a dash without them. */
export function intervalText(interval: Interval | null | undefined, of = percentText): string {
  return interval ? `${of(interval[0])} to ${of(interval[1])}` : none;
}

/** Milliseconds as seconds with one digit, or as minutes from two on. */
export function lengthText(ms: number): string {
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
