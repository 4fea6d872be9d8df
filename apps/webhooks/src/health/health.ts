/** The health of an endpoint since its last success. */
export interface HealthState {
  status: 'active' | 'failing' | 'disabled';
  /** When the first attempt after the last success failed, in milliseconds since 1970; null while none has. */
  firstFailureAtMs: number | null;
  /** Failed attempts since then. */
  failedAttempts: number;
}

/** A change that raises an event. */
export type HealthChange = 'failing' | 'disabled';

const hourMs = 60 * 60 * 1000;
const failingAfterMs = 24 * hourMs;
const failingFrom = 10;
const disabledAfterMs = 5 * 24 * hourMs;

export const healthy: HealthState = { status: 'active', firstFailureAtMs: null, failedAttempts: 0 };

/**
 * The health of an endpoint after one more attempt. Only attempts change it: time without attempts does not. A disabled
 * endpoint stays disabled.
 * @param succeeded whether the receiver accepted the delivery
 * @param atMs when the attempt ended
 * @returns the new state, and the change that raises an event, or null
 * @see docs/requirements.md#whk---webhook-endpoints
 */
export function afterAttempt(
  before: HealthState,
  succeeded: boolean,
  atMs: number,
): { state: HealthState; change: HealthChange | null } {
  if (before.status === 'disabled') return { state: before, change: null };
  if (succeeded) return { state: healthy, change: null };
  const firstFailureAtMs = before.firstFailureAtMs ?? atMs;
  const failedAttempts = before.failedAttempts + 1;
  const failedForMs = atMs - firstFailureAtMs;
  const status =
    failedForMs >= disabledAfterMs
      ? 'disabled'
      : failedForMs >= failingAfterMs && failedAttempts >= failingFrom
        ? 'failing'
        : before.status;
  const change = status !== before.status && status !== 'active' ? status : null;
  return { state: { status, firstFailureAtMs, failedAttempts }, change };
}
