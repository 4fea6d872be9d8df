import { kindOf } from '@app/problem';

const firstMs = 1000;
/** A fault that stays may be caused by the row itself, which is then tried again every 256 s. */
const mostDoublings = 8;
/** When a service or the bus is away, the fault is not the row's: it is tried again every 8 s, so soon after both are back. */
const mostDoublingsWhileAway = 3;

/**
 * Milliseconds until a claimed row is tried again after a fault: doubled with each try.
 * @param attempts tries before this one
 */
export function waitAfterFaultMs(error: unknown, attempts: number): number {
  const most = kindOf(error) === 'unavailable' ? mostDoublingsWhileAway : mostDoublings;
  return firstMs * 2 ** Math.min(attempts, most);
}
