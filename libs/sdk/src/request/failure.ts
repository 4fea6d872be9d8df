import { ConnectionError, errorOf, JudgmentError } from '../result/api-error';
import type { Reply, Tried } from './attempt';

/** What a caller of a write has to know beside the error itself. */
export interface WriteFacts {
  idempotencyKey: string | undefined;
  /** An attempt may have been carried out without its reply coming through. */
  outcomeUnknown: boolean;
  retryAfterMs?: number;
}

const tellOf = ({ outcomeUnknown }: WriteFacts): string =>
  outcomeUnknown ? ' The write may have been carried out: repeat it with the same idempotencyKey.' : '';

/** The error of the last attempt. */
export function failureOf(tried: Tried, facts: WriteFacts): JudgmentError {
  if ('reply' in tried) {
    const { reply } = tried;
    if (reply.isRedirect) return redirected(reply, facts);
    const requestId = reply.headers.get('x-request-id');
    return errorOf(reply.status, reply.data, { ...(requestId !== null && { requestId }), ...facts });
  }
  return new ConnectionError(`No whole reply came from the service.${tellOf(facts)}`, {
    code: 'connection',
    status: null,
    cause: tried.cause,
    ...facts,
  });
}

/** A success that is no JSON came from something that stands before the service, such as a sign-in page. */
export function notJson({ status, text }: Reply, facts: WriteFacts): JudgmentError {
  const start = JSON.stringify(text.slice(0, 80));
  return new JudgmentError(
    `The answer is no JSON, so baseUrl is not the service's; it begins ${start}.${tellOf(facts)}`,
    {
      code: 'not_json',
      status,
      ...facts,
    },
  );
}

function redirected({ status, headers }: Reply, facts: WriteFacts): JudgmentError {
  const place = headers.get('location');
  const target = place === null ? 'another address' : place;
  return new JudgmentError(`The address redirects to ${target}, where no key is sent: set baseUrl to the final one.`, {
    code: 'redirect',
    status,
    details: place === null ? {} : { location: place },
    ...facts,
  });
}
