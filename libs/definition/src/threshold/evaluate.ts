import type { Threshold, Thresholds } from './threshold';

/** The raw numbers of an answer; a number that it lacks is null or absent. */
export interface AnswerNumbers {
  p?: number | null;
  score?: number | null;
  normalized?: number | null;
  escape_p?: number | null;
  dist?: Readonly<Record<string, number>> | null;
  features?: Readonly<Record<string, number | null>> | null;
}

/** A number in whole billionths, the precision of comparisons. SQL does the same steps in float8. */
export function billionths(value: number): number {
  return Math.floor(Math.max(-1e200, Math.min(1e200, value)) * 1e9 + 0.5);
}

function entry(map: Readonly<Record<string, number | null>> | null | undefined, key: string): number | null {
  return map && Object.hasOwn(map, key) ? (map[key] ?? null) : null;
}

/** The number that a threshold is compared with; null when the answer lacks it. */
export function thresholdNumber(numbers: AnswerNumbers, threshold: Threshold): number | null {
  if (typeof threshold === 'number') return numbers.p ?? null;
  if ('feature' in threshold) return entry(numbers.features, threshold.feature);
  if ('option' in threshold) return entry(numbers.dist, threshold.option);
  return numbers[threshold.field] ?? null;
}

/** Whether a number meets a threshold. The bound is inclusive; the precision is 1e-9. */
export function meets(number: number, threshold: Threshold): boolean {
  const { gte, lte } = typeof threshold === 'number' ? { gte: threshold, lte: undefined } : threshold;
  if (gte !== undefined) return billionths(number) >= billionths(gte);
  return lte !== undefined && billionths(number) <= billionths(lte);
}

/** The boolean of each threshold. A threshold whose number is missing is false and listed in `missing`. */
export function thresholdsOf(
  numbers: AnswerNumbers,
  thresholds: Thresholds,
): { thresholds: Record<string, boolean>; missing: string[] } {
  const read = Object.entries(thresholds).map(
    ([name, threshold]) => [name, thresholdNumber(numbers, threshold), threshold] as const,
  );
  return {
    thresholds: Object.fromEntries(read.map(([name, number, t]) => [name, number !== null && meets(number, t)])),
    missing: read.filter(([, number]) => number === null).map(([name]) => name),
  };
}
