import type { ErrorStyle } from '../entry/entry';
import { EngineFailure, FailureClass } from './failure';
import { retryAfterMs } from './retry-after';
import { VendorError, vendorError } from './vendor-error';

/** A reply read to its end; `json` is undefined when the body is no JSON. */
export interface EngineResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  json: unknown;
  isHtml: boolean;
  requestId: string | null;
}

/**
 * The failure that a reply other than a readable 200 is, by docs/engines.md#errors-and-retries.
 * @param nowMs against which a Retry-After date is read
 * @returns null for a 200 with JSON, which the dialect goes on to validate
 */
export function classifyResponse(response: EngineResponse, style: ErrorStyle, nowMs: number): EngineFailure | null {
  const { status, requestId } = response;
  if (status === 200 && response.json !== undefined) return null;
  const said = vendorError(response.json, style);
  const failureClass = status === 200 ? unreadable(response) : classOfStatus(status, response, said);
  const words = said.message || said.type || (response.isHtml ? 'an HTML page' : 'no readable body');
  return new EngineFailure(failureClass, `Engine answered ${status}: ${words}`, {
    status,
    requestId,
    retryAfterMs: retryAfterMs(response.headers, nowMs),
  });
}

/** A page in place of an answer comes from something before the engine; anything else is the engine's own fault. */
function unreadable(response: EngineResponse): FailureClass {
  return response.isHtml ? 'stall' : 'bad_answer';
}

function classOfStatus(status: number, response: EngineResponse, said: VendorError): FailureClass {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 429)
    return said.code === 'insufficient_quota' || said.type === 'insufficient_quota' ? 'quota' : 'rate';
  if (status === 408 || status === 409) return 'overload';
  if (status === 504) return 'stall';
  if (status >= 500) return 'overload';
  if (status === 400 && isTooLong(said)) return 'too_long';
  if (status >= 300) return 'bad_request';
  return unreadable(response);
}

function isTooLong(said: VendorError): boolean {
  if (said.type === 'max_tokens_exceeded' || said.param === 'input') return true;
  return /\btokens?\b.*\b(limit|exceed|maximum|long|large)|\b(limit|exceed|maximum|too many)\b.*\btokens?\b|context (length|window|size)/i.test(
    said.message,
  );
}

/**
 * The failure that an error of the transport is.
 * @param hasAnswered true once the status line has come: what breaks after that has perhaps been worked on, and is
 *                    worth one more try rather than three
 */
export function classifyError(thrown: unknown, hasAnswered: boolean): EngineFailure {
  if (thrown instanceof EngineFailure) return thrown;
  const options = { cause: thrown };
  // By name alone: a DOMException of another realm is no Error of ours.
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'HeadersTimeoutError' || name === 'BodyTimeoutError') {
    return new EngineFailure('stall', 'Engine gave no answer in time.', {}, options);
  }
  if (hasAnswered) return new EngineFailure('stall', 'Engine broke off within its reply.', {}, options);
  return new EngineFailure('overload', `Engine could not be reached: ${reasonOf(thrown)}`, {}, options);
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown error';
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message;
}
