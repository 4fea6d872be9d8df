/** How an endpoint has been doing since its last success. */
export interface HealthState {
  status: 'active' | 'failing' | 'disabled';
  /** The first failed attempt after the last success, in milliseconds since 1970; null while there is none. */
  firstFailureAtMs: number | null;
  /** Failed attempts since then. */
  failedAttempts: number;
}

/** What the owners of an endpoint are told. */
export type HealthChange = 'failing' | 'disabled';

const hourMs = 60 * 60 * 1000;
const failingAfterMs = 24 * hourMs;
const failingFrom = 10;
const disabledAfterMs = 5 * 24 * hourMs;

export const healthy: HealthState = { status: 'active', firstFailureAtMs: null, failedAttempts: 0 };

/**
 * An endpoint after one more attempt. Looked at when attempts are made and never between: silence changes nothing.
 * @param succeeded whether the receiver took it
 * @param atMs when the attempt ended
 * @returns the state, and what changed when owners are to be told; a disabled endpoint stays as it is
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
