import type { IntervalView } from '@app/contracts/calibration';

/** What a figure must do in a world, and the share of worlds in which it must. */
export const wanted = {
  /** An interval of 95 % holds the truth. */
  covers: 0.93,
  /** What is claimed is true. */
  'is true': 0.95,
  /** What must be told is said. */
  tells: 0.9,
} as const;

export const cells = ['report', 'recommendation', 'drift', 'thresholds', 'alternatives', 'history'] as const;
export type Cell = (typeof cells)[number];

/** One look at what the service printed. */
export interface Observation {
  cell: Cell;
  figure: string;
  must: keyof typeof wanted;
  did: boolean;
}

/** Whether an interval holds the truth; none without an interval. */
export function covers(
  cell: Cell,
  figure: string,
  interval: IntervalView | number[] | null | undefined,
  truth: number,
): Observation[] {
  if (!interval || Number.isNaN(truth)) return [];
  const [low, high] = interval;
  return [{ cell, figure, must: 'covers', did: low - 1e-12 <= truth && truth <= high + 1e-12 }];
}

export function isTrue(cell: Cell, figure: string, did: boolean): Observation {
  return { cell, figure, must: 'is true', did };
}

export function tells(cell: Cell, figure: string, did: boolean): Observation {
  return { cell, figure, must: 'tells', did };
}
