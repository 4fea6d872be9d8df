import { Numbers } from '../number/numbers';
import { LinearFit, readLinear } from './linear';
import { TemperatureFit, logitsOf, readTemperature } from './temperature';

/** A map from the engine's distribution to the calibrated one; plain numbers. */
export type ChoiceMap =
  | { kind: 'raw' }
  | ({ kind: 'temperature'; floor: number } & TemperatureFit)
  | ({ kind: 'bias' | 'vector'; floor: number } & LinearFit);

/** The calibrated distribution of one answer whose logits are known. */
export function readLogits(map: ChoiceMap, dist: Numbers, logits: Numbers): Float64Array {
  switch (map.kind) {
    case 'raw':
      return Float64Array.from(dist);
    case 'temperature':
      return readTemperature(map, logits);
    default:
      return readLinear(map, logits);
  }
}

/** The calibrated distribution of one answer, summing to 1. */
export function readChoice(map: ChoiceMap, dist: Numbers): Float64Array {
  return readLogits(map, dist, map.kind === 'raw' ? dist : logitsOf(dist, map.floor));
}
