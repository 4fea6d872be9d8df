import { BetaFit } from './beta';
import { ProbabilityMap } from './probability-map';

/**
 * 1 for maps that never fall over the reads that an engine can give, -1 for maps that never rise, 0 for maps that turn.
 * The engine's reads lie within [floor, 1 - floor], since a map clips them there.
 */
export function directionOf(map: ProbabilityMap): -1 | 0 | 1 {
  if (map.kind === 'platt') return map.a >= 0 ? 1 : -1;
  return map.kind === 'beta' ? directionOfBeta(map) : 1;
}

/** A beta map's log odds have the slope a/c + b/(1 - c): with unlike signs they turn once, at c = a/(a - b). */
function directionOfBeta({ a, b, floor }: BetaFit): -1 | 0 | 1 {
  if (a >= 0 && b >= 0) return 1;
  if (a <= 0 && b <= 0) return -1;
  const turn = a / (a - b);
  if (turn > floor && turn < 1 - floor) return 0;
  const [low, high] = [a > 0 ? 1 : -1, b > 0 ? 1 : -1] as const;
  return turn <= floor ? high : low;
}

/** Whether a map reads every answer the same, as the base rate. */
export function isFlat(map: ProbabilityMap): boolean {
  if (map.kind === 'platt') return map.a === 0;
  return map.kind === 'isotonic' && map.y[0] === map.y[map.y.length - 1];
}
