export { imageTokens } from './units/image-tokens';
export { maxEngineTokens, sizeClassOf, sizeClasses } from './units/size-class';
export type { SizeClass } from './units/size-class';
export { splitUnits, unitsOf } from './units/units';
export type { RatedRequest, RatedUnits } from './units/units';
export { priceOf, roundUsd } from './price/price';
export type { PriceTier } from './price/price';
