/** One inclusive bound. */
export type Bound = { gte: number; lte?: undefined } | { lte: number; gte?: undefined };

/** A bool's threshold: a lower bound of `p`. */
export type ProbabilityThreshold = number;
/** A bool's threshold on a declared feature. */
export type FeatureThreshold = Bound & { feature: string };
/** A choice's threshold: a bound of an option's probability. */
export type OptionThreshold = Bound & { option: string };
/** A choice's threshold on `escape_p`, or a score's on `score` or `normalized`. */
export type FieldThreshold = Bound & { field: 'escape_p' | 'score' | 'normalized' };

export type Threshold = ProbabilityThreshold | FeatureThreshold | OptionThreshold | FieldThreshold;

/** Thresholds of a judgment by name. */
export type Thresholds = Record<string, Threshold>;
