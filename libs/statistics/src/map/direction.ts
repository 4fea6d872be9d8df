import { ProbabilityMap } from './probability-map';

/** 1 for non-decreasing maps, -1 for non-increasing maps, 0 for maps that are not monotone. */
export function directionOf(map: ProbabilityMap): -1 | 0 | 1 {
  if (map.kind === 'platt') return map.a >= 0 ? 1 : -1;
  if (map.kind !== 'beta') return 1;
  if (map.a >= 0 && map.b >= 0) return 1;
  return map.a <= 0 && map.b <= 0 ? -1 : 0;
}
