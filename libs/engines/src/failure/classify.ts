import type { ErrorStyle } from '../entry/entry';
import { EngineFailure, FailureClass } from './failure';
import { retryAfterMs } from './retry-after';
import { VendorError, vendorError } from './vendor-error';

/** A reply that was read to its end. */
export interface EngineResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Undefined when the body is no JSON. */
  json: unknown;
  isHtml: boolean;
  requestId: string | null;
}

/**
 * The failure of a reply that is not a readable 200 (docs/engines.md#errors-and-retries).
 * @param nowMs the time with which a Retry-After date is compared
 * @returns null for a 200 with JSON, which the dialect validates next
 */
export function classifyResponse(response: EngineResponse, style: ErrorStyle, nowMs: number): EngineFailure | null {
  const { status, requestId } = response;
  if (status === 200 && response.json !== undefined) return null;
  const error = vendorError(response.json, style);
  const failureClass = status === 200 ? unreadable(response) : classOfStatus(status, response, error);
  const words = error.message || error.type || (response.isHtml ? 'an HTML page' : 'no readable body');
  return new EngineFailure(failureClass, `Engine answered ${status}: ${words}`, {
    status,
    requestId,
    retryAfterMs: retryAfterMs(response.headers, nowMs),
  });
}

/** An HTML page comes from a proxy in front of the engine; any other unreadable body comes from the engine. */
function unreadable(response: EngineResponse): FailureClass {
  return response.isHtml ? 'stall' : 'bad_answer';
}

function classOfStatus(status: number, response: EngineResponse, error: VendorError): FailureClass {
  if (status === 401 || status === 403 || status === 407) return 'auth';
  if (status === 402 || isOutOfMoney(status, error)) return 'quota';
  if (status === 429) return 'rate';
  if (status === 408 || status === 409) return 'overload';
  if (status === 504) return 'stall';
  if (status >= 500) return 'overload';
  if (isNoModel(status, error)) return 'no_model';
  if (status === 400 && contentCodes.includes(error.code)) return 'refusal';
  if (status === 400 && isTooLong(error)) return 'too_long';
  if (status >= 300) return 'bad_request';
  return unreadable(response);
}

/** A filter in front of the model (Azure) refuses the document and not the request. */
const contentCodes = ['content_filter', 'content_policy_violation'];
const moneyCodes = ['insufficient_quota', 'billing_hard_limit_reached', 'credit_balance_exhausted', 'billing_error'];

function isOutOfMoney(status: number, { code, type, message }: VendorError): boolean {
  if (status !== 400 && status !== 429) return false;
  return moneyCodes.includes(code) || moneyCodes.includes(type) || /\bcredit balance is too low\b/i.test(message);
}

/** The model or deployment that the entry names does not exist there: an operator has to mend it, and no document is to blame. */
function isNoModel(status: number, { code, type, message }: VendorError): boolean {
  if (code === 'model_not_found' || code === 'DeploymentNotFound') return true;
  return status === 404 && (type === 'not_found_error' || /\b(model|deployment)\b/i.test(message));
}

function isTooLong(error: VendorError): boolean {
  if (error.type === 'max_tokens_exceeded' || error.code === 'context_length_exceeded') return true;
  if (error.param === 'input') return true;
  return /\btokens?\b.*\b(limit|exceed|maximum|long|large)|\b(limit|exceed|maximum|too many)\b.*\btokens?\b|context (length|window|size)/i.test(
    error.message,
  );
}

/**
 * The failure of an error of the transport.
 * @param hasAnswered whether the status line had arrived. The engine may have worked on such a request, so it is tried
 *   once more and not three times
 */
export function classifyError(thrown: unknown, hasAnswered: boolean): EngineFailure {
  if (thrown instanceof EngineFailure) return thrown;
  const options = { cause: thrown };
  // Compares the name, since a DOMException of another realm is no instance of our Error.
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'HeadersTimeoutError' || name === 'BodyTimeoutError') {
    return new EngineFailure('stall', 'Engine gave no answer in time.', {}, options);
  }
  if (hasAnswered) return new EngineFailure('stall', 'Engine broke off its reply.', {}, options);
  return new EngineFailure('overload', `Engine could not be reached: ${reasonOf(thrown)}`, {}, options);
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown error';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}
