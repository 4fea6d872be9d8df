/** Days whose counters a rate reads, and the longest time that it is a mean over (docs/contract.md#13-limits). */
export const rateDays = 30;

/** Documents by the day of their last change, as `updated_at` tells it; earlier changes of them are not in it. */
export interface LastChanges {
  /** Documents that nobody has changed since they were made. */
  made: number;
  /** Documents that were changed after they were made. */
  changed: number;
}

/** A day of a namespace: what its counter counted exactly, and the last changes of the documents that it holds. */
export interface RateDay {
  /** Documents made, less those deleted. */
  growth: number;
  /** Documents made, changed and deleted, each as often as it was. */
  changes: number;
  /** Of all documents. */
  all: LastChanges;
  /** Of the selected documents. */
  selected: LastChanges;
}

/** What the rate of selected documents is computed from. */
export interface RateHistory {
  /** The observed days in their order, those without a change too: UTC days, of which the first and the last are parts. */
  days: readonly RateDay[];
  /** Time in which changes were observed, in days. */
  observed: number;
  /** Selected documents of all, from 0 to 1: decides where nothing tells which documents changed. */
  share: number;
}

/** A day's changes, new documents apart. */
export interface SplitDay {
  made: number;
  changed: number;
}

/**
 * Changes of selected documents a day, new documents included. The namespace's counter is exact but knows no document, so the
 * selection takes the part of it that its documents have in what changed last.
 */
export function changesPerDay({ days, observed, share }: RateHistory): number {
  const split = days.map((day) => splitOf(day, day.all.made));
  const made = days.map(({ all, selected }, i) => split[i].made * partOf(selected.made, all.made, share));
  const [changed, all, selected] = [
    sum(split.map((day) => day.changed)),
    sum(days.map((day) => day.all.changed)),
    sum(days.map((day) => day.selected.changed)),
  ];
  return perDay(made, (changed * partOf(selected, all, share)) / Math.max(1, observed));
}

/** @param made new documents of each observed day: an import is one day like any other. @param changed a day */
export function perDay(made: readonly number[], changed: number): number {
  return median(made) + changed;
}

/**
 * The counter does not tell new documents from changes. What a day grew by are new ones; where documents were deleted on the day
 * it grew by less, so what nobody has changed since it was made on that day counts as new, too.
 * @param unchanged documents made on the day that nobody has changed since
 */
export function splitOf({ growth, changes }: Pick<RateDay, 'growth' | 'changes'>, unchanged: number): SplitDay {
  const made = Math.min(changes, Math.max(0, growth, unchanged));
  return { made, changed: changes - made };
}

/** Whole observed days, from 0 to 30. */
export function wholeDays(observed: number): number {
  return Math.min(rateDays, Math.floor(observed));
}

function partOf(selected: number, all: number, share: number): number {
  return Math.min(1, all > 0 ? selected / all : share);
}

function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
