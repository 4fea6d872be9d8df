import { directionOf } from '../map/direction';
import { ProbabilityMap, readMap } from '../map/probability-map';
import { inBillionths } from '../number/numbers';

/** The closed range of raw probabilities whose calibrated values lie in a range; the map must be monotone. */
export interface Preimage {
  low: number;
  high: number;
}

/**
 * The raw probabilities whose calibrated value, in billionths, lies in a range such as `>= 0.3`, `< 0.5` or `= 0.2`. Bisects
 * down to neighbouring doubles, so that it agrees exactly with `readStored`.
 * @param below whether a value lies below that range
 * @param above whether a value lies above it
 * @returns null when no probability has such a value
 * @throws RangeError for a map that is not monotone
 */
export function preimageOf(
  map: ProbabilityMap,
  below: (value: number) => boolean,
  above: (value: number) => boolean,
): Preimage | null {
  const direction = directionOf(map);
  if (direction === 0) throw new RangeError('The map is not monotone, so its preimages are no ranges.');
  const read = (p: number) => inBillionths(readMap(map, p));
  const before = direction === 1 ? below : above;
  const after = direction === 1 ? above : below;
  const low = firstFrom((p) => !before(read(p)));
  const high = lastTo((p) => !after(read(p)));
  return low === null || high === null || low > high ? null : { low, high };
}

/** The least p in [0, 1] with a property that all greater p share. */
function firstFrom(holds: (p: number) => boolean): number | null {
  if (holds(0)) return 0;
  if (!holds(1)) return null;
  return halve(0, 1, holds).right;
}

/** The greatest p in [0, 1] with a property that all smaller p share. */
function lastTo(holds: (p: number) => boolean): number | null {
  if (holds(1)) return 1;
  if (!holds(0)) return null;
  return halve(0, 1, (p) => !holds(p)).left;
}

/** The neighbouring doubles between which `isRight` becomes true. */
function halve(from: number, to: number, isRight: (p: number) => boolean): { left: number; right: number } {
  let [left, right] = [from, to];
  for (;;) {
    const middle = (left + right) / 2;
    if (middle <= left || middle >= right) return { left, right };
    if (isRight(middle)) right = middle;
    else left = middle;
  }
}
