import type { Ends } from './read-report';

/** A figure of one reading. */
export interface FigureCell {
  value: number;
  interval: Ends;
  /** What the figure stays below in 95 of 100 cases; for a figure that has this in place of an interval. */
  upTo?: number;
}

/** How a figure is written: a share as a percentage. */
export type FigureUnit = 'number' | 'share';

const none = '–';

/** A number of the unit: three digits, or a percentage with one. */
export function valueText(value: unknown, unit: FigureUnit = 'number'): string {
  if (typeof value !== 'number') return none;
  return unit === 'share' ? `${(100 * value).toFixed(1)} %` : value.toFixed(3);
}

/** A figure with its 95 % interval: `0.291 (0.271 to 0.311)`; a dash where the labels do not allow it. */
export function cellText(cell: FigureCell | null, unit: FigureUnit): string {
  if (cell === null) return none;
  const { value, interval, upTo } = cell;
  if (upTo !== undefined) return `${valueText(value, unit)} (up to ${valueText(upTo, unit)})`;
  return interval
    ? `${valueText(value, unit)} (${valueText(interval[0], unit)} to ${valueText(interval[1], unit)})`
    : valueText(value, unit);
}
