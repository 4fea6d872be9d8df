/** Why an attempt failed, as the delivery log names it [WHK-25]. */
export type AttemptError = 'timeout' | 'dns' | 'tls' | 'connect' | 'blocked_address' | 'http_status';

/**
 * An attempt that failed before a response. It has the name of the error only: messages and causes of the network layer
 * contain addresses, and the log never shows a resolved address.
 */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  constructor(readonly error: AttemptError) {
    super(`attempt failed: ${error}`);
  }
}
