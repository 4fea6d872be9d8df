import type { StoredWeights } from '@app/statistics';

/** The weights by which a fit combines the parts of a composite: of one version and epoch. */
export interface Combiner {
  /** Fit id, `fit_..`. */
  fit: string;
  weights: StoredWeights;
}

/** The combiners of one version of a judgment, by epoch. */
export type Combiners = ReadonlyMap<string, Combiner>;

export const noCombiners: Combiners = new Map();
