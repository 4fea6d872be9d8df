import { Problem } from '@app/problem';

/** SQLSTATEs of a server that is there and lacks time, room or connections: class 53, cancelled statements, lock waits. */
const slowStates = /^(53...|57014|55P03|40001|40P01)$/;
const slowMessages = /time-?out/i;

/**
 * Whether a fault says that the database is there and could not serve in time: no connection came free, or a statement
 * was cancelled. A server that is away (connection refused or closed) is not slow.
 */
export function isSlow(thrown: unknown): boolean {
  const fault = thrown instanceof Problem && thrown.cause !== undefined ? thrown.cause : thrown;
  if (!(fault instanceof Error)) return false;
  const { code = '' } = fault as { code?: string };
  return slowStates.test(code) || slowMessages.test(fault.message);
}
