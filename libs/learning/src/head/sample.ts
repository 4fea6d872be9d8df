import type { Features } from '../feature/bag';

/** A labelled context, as a head learns from it. */
export interface Sample {
  features: Features;
  /** Log odds of the engine below: one number for yes and no, else one for each class, up to a constant. */
  base: ArrayLike<number>;
  /** The class that came true; of yes and no, 1 is yes. */
  label: number;
  /** Weight of the sample: at least 0; 1 when left out. */
  weight?: number;
}

/** What a head answers. */
export interface Shape {
  /** 2 for yes and no; else the options with the escape, or the levels. */
  classes: number;
}

/** Buckets of a head. Many classes get half of them, so that memory stays within tens of megabytes. */
export function bucketCountOf({ classes }: Shape): number {
  return classes > 32 ? 2 ** 15 : 2 ** 16;
}

/** Columns of weights: yes and no share one. */
export function columnsOf({ classes }: Shape): number {
  return classes === 2 ? 1 : classes;
}
