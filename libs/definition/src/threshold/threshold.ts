/** One inclusive bound. */
export type Bound = { gte: number; lte?: undefined } | { lte: number; gte?: undefined };

/** Of a bool: a lower bound of `p`. */
export type ProbabilityThreshold = number;
/** Of a bool: a bound of a declared feature. */
export type FeatureThreshold = Bound & { feature: string };
/** Of a choice: a bound of an option's probability. */
export type OptionThreshold = Bound & { option: string };
/** Of a choice: a bound of `escape_p`; of a score: a bound of `score` or `normalized`. */
export type FieldThreshold = Bound & { field: 'escape_p' | 'score' | 'normalized' };

export type Threshold = ProbabilityThreshold | FeatureThreshold | OptionThreshold | FieldThreshold;

/** Thresholds of a judgment by name. */
export type Thresholds = Record<string, Threshold>;
