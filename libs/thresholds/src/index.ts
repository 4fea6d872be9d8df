export { cutOf, thresholdOf } from './cut';
export type { Cut, ThresholdValue } from './cut';
export { flaggedBy, flipOf } from './flip';
export type { Filter, Flip } from './flip';
export { mostEvents, namesThreshold } from './naming';
export { flaggedShare } from './volume';
