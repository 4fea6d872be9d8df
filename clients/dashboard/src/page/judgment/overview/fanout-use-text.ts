import type { Schema } from '@app/sdk/client';
import { countText } from '../../../format/number';
import { distanceOf } from '../../../format/time';

/** How much of its rolling limit a judgment has used, and what waits for room, such as `10 of 10; 15 wait, room in 3 h`. */
export function fanoutUseText(
  { used_24h: used, limit, deferred, resumes_at: at }: Schema<'FanoutUse'>,
  nowMs: number,
): string {
  const share = `${countText(used)} of ${countText(limit)}`;
  if (deferred === 0) return share;
  return `${share}; ${countText(deferred)} wait, ${at === null ? 'no room as it stands' : `room ${distanceOf(at, nowMs)}`}`;
}
