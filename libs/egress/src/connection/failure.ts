/** Why an attempt failed, as the delivery log names it [WHK-25]. */
export type AttemptError = 'timeout' | 'dns' | 'tls' | 'connect' | 'blocked_address' | 'http_status';

/**
 * An attempt that ended before an answer. Carries the name alone: messages and causes of the network layer hold
 * addresses, and the log never reveals a resolved one.
 */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  constructor(readonly error: AttemptError) {
    super(`attempt failed: ${error}`);
  }
}
