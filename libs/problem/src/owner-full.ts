import { ErrorEnvelope, Problem } from './problem';

/*
 * Between services alone: an owner that takes no more requests of a kind names the subject in `limit`, and the gateway
 * asks again or answers `unavailable`. No client receives it, so it is not among the members of `details`.
 */

/** @param what the subject of the bus, or the engine, that takes no more. @param retryAfterS in seconds */
export function fullOf(what: string, message: string, retryAfterS: number): Problem {
  const envelope = { error: { code: 'rate_limited', message, details: { limit: what } } };
  return Problem.fromEnvelope(envelope as ErrorEnvelope, retryAfterS);
}

/** Whether an owner refused a request because it takes no more of the subject. */
export function isFullOf(thrown: unknown, subject: string): boolean {
  return thrown instanceof Problem && thrown.code === 'rate_limited' && String(thrown.details.limit) === subject;
}
