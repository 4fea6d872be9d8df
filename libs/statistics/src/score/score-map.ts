import { Numbers } from '../number/numbers';
import { OrdinalFit, readOrdinal } from './ordinal';

/** A map from the engine's distribution over the levels to the calibrated one; plain numbers. */
export type ScoreMap = { kind: 'raw' } | ({ kind: 'ordinal' } & OrdinalFit);

/** The calibrated distribution over the levels, summing to 1. */
export function readScore(map: ScoreMap, dist: Numbers): Float64Array {
  return map.kind === 'raw' ? Float64Array.from(dist) : readOrdinal(map, dist);
}
