import { kindOf } from '@app/problem';

const firstMs = 1000;
/** After a minute of trying the fault is taken to be the row's own: 256 s. */
const mostDoublings = 8;
/** What is away says nothing about the row, and when it is back the row is due within 8 s. */
const mostDoublingsWhileAway = 3;

/**
 * Milliseconds until a claimed row is tried again after a fault: doubled with each try.
 * @param attempts tries before this one
 */
export function waitAfterFaultMs(error: unknown, attempts: number): number {
  const most = kindOf(error) === 'unavailable' ? mostDoublingsWhileAway : mostDoublings;
  return firstMs * 2 ** Math.min(attempts, most);
}
