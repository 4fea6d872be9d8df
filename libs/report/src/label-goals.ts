/** A fit of calibration needs this many labels; fewer leave nothing to choose by. @see docs/methods.md#maps-of-one-probability */
export const minLabelsToFit = 10;
/** A recommended threshold needs this many labels, of both kinds. @see docs/methods.md#thresholds */
export const minLabelsToRecommend = 30;
/** Below this many labels nothing is said about the base rate. */
export const minLabelsToCompare = 50;
