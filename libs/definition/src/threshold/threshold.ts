/** Exactly one bound, inclusive. */
export type Bound = { gte: number; lte?: undefined } | { lte: number; gte?: undefined };

/** bool: a bound on `p` from below. */
export type ProbabilityThreshold = number;
/** bool: a bound on a declared feature. */
export type FeatureThreshold = Bound & { feature: string };
/** choice: a bound on an option's share. */
export type OptionThreshold = Bound & { option: string };
/** choice: `escape_p`; score: `score` or `normalized`. */
export type FieldThreshold = Bound & { field: 'escape_p' | 'score' | 'normalized' };

export type Threshold = ProbabilityThreshold | FeatureThreshold | OptionThreshold | FieldThreshold;

/** Thresholds of a judgment by name. */
export type Thresholds = Record<string, Threshold>;
