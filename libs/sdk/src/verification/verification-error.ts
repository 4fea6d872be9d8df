/** What failed: a header that is missing or invalid, the time, or the signature. */
export type VerificationReason = 'headers' | 'timestamp' | 'signature';

/**
 * The request cannot be shown to come from the service. Answer it with 400. The message says what to correct and contains
 * neither the secret nor the body.
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
