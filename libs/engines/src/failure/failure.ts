/** The classes of docs/engines.md#errors-and-retries. */
export type FailureClass =
  'auth' | 'no_model' | 'bad_request' | 'too_long' | 'rate' | 'quota' | 'overload' | 'stall' | 'bad_answer' | 'refusal';

export interface FailureFacts {
  status?: number;
  /** How long the engine asks the client to wait. */
  retryAfterMs?: number;
  requestId?: string | null;
}

/** Characters of a vendor's message that may reach a log. */
export const maxMessageLength = 300;

/** An attempt that brought no usable reply. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor(
    readonly failureClass: FailureClass,
    message: string,
    facts: FailureFacts = {},
    options?: ErrorOptions,
  ) {
    super(message.slice(0, maxMessageLength), options);
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.requestId = facts.requestId ?? null;
  }
}
