import { ProbabilityMap, readMap } from '../map/probability-map';
import { inBillionths } from './stored-fit';

/** Raw probabilities that read within a range: a closed range themselves, since the map is monotone. */
export interface Preimage {
  low: number;
  high: number;
}

/** 1 for maps that never fall, -1 for maps that never rise, 0 for those that turn. */
export function directionOf(map: ProbabilityMap): -1 | 0 | 1 {
  if (map.kind === 'platt') return map.a >= 0 ? 1 : -1;
  if (map.kind !== 'beta') return 1;
  if (map.a >= 0 && map.b >= 0) return 1;
  return map.a <= 0 && map.b <= 0 ? -1 : 0;
}

/**
 * The raw probabilities whose calibrated value, in billionths, satisfies `holds`, which must be true of a range of values
 * (`>= 0.3`, `< 0.5`, `= 0.2`): found by halving down to neighbouring doubles, so it is exactly what `readStored` says.
 * @param below whether a value lies below that range
 * @param above whether a value lies above it
 * @returns null when no probability reads so
 * @throws RangeError for a map that is not monotone
 */
export function preimageOf(
  map: ProbabilityMap,
  below: (value: number) => boolean,
  above: (value: number) => boolean,
): Preimage | null {
  const direction = directionOf(map);
  if (direction === 0) throw new RangeError('The map turns: its preimages are no ranges.');
  const read = (p: number) => inBillionths(readMap(map, p));
  const before = direction === 1 ? below : above;
  const after = direction === 1 ? above : below;
  const low = firstFrom((p) => !before(read(p)));
  const high = lastTo((p) => !after(read(p)));
  return low === null || high === null || low > high ? null : { low, high };
}

/** Least p in [0, 1] at which a property that never stops holding holds. */
function firstFrom(holds: (p: number) => boolean): number | null {
  if (holds(0)) return 0;
  if (!holds(1)) return null;
  return halve(0, 1, holds).right;
}

/** Greatest p in [0, 1] at which a property that never starts again holds. */
function lastTo(holds: (p: number) => boolean): number | null {
  if (holds(1)) return 1;
  if (!holds(0)) return null;
  return halve(0, 1, (p) => !holds(p)).left;
}

/** The neighbouring doubles between which `isRight` turns true. */
function halve(from: number, to: number, isRight: (p: number) => boolean): { left: number; right: number } {
  let [left, right] = [from, to];
  for (;;) {
    const middle = (left + right) / 2;
    if (middle <= left || middle >= right) return { left, right };
    if (isRight(middle)) right = middle;
    else left = middle;
  }
}
