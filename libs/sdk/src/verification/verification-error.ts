/** What failed: a header is missing or unreadable, the clock, or the signature itself. */
export type VerificationReason = 'headers' | 'timestamp' | 'signature';

/**
 * A request that is not, as far as can be shown, from the service. Answer it with 400. The message tells what to mend
 * and holds neither the secret nor the body.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  constructor(
    readonly reason: VerificationReason,
    message: string,
  ) {
    super(message);
  }
}
