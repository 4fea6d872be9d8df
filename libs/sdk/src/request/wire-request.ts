import { UsageError } from '../result/api-error';
import { type JsonFault, jsonFaultOf } from './json-fault';

/** One HTTP request of the API, below the base address. */
export interface WireRequest {
  method: string;
  /** Begins with a slash; escaped; with its query. */
  path: string;
  body?: unknown;
  /** Changes nothing, although it is a POST: it has no Idempotency-Key. */
  isRead?: boolean;
}

/** Characters of a path in a sentence; `path` of the error is whole. */
const longestPath = 200;

/**
 * A body as JSON, which holds all that was given.
 * @param at keys from the body to this part of it
 * @throws UsageError with the path of what JSON would lose or turn into another value, such as NaN, a Map or a BigInt
 */
export function jsonOf(body: unknown, at: readonly string[] = []): string {
  let fault: JsonFault | undefined;
  try {
    fault = jsonFaultOf(body, at);
    if (!fault) return JSON.stringify(body);
  } catch (cause) {
    throw new UsageError('Give a body that JSON can hold: a getter or a toJSON of this one throws.', { cause });
  }
  const { path, found, instead } = fault;
  const shown = path.length > longestPath ? `${path.slice(0, longestPath)}…` : path;
  const place = path === '' ? 'as a body' : `at ${shown}`;
  throw new UsageError(`JSON cannot hold ${found} ${place}. Give ${instead}. Nothing was sent.`, { path });
}

/** @throws UsageError for a character that no header can carry; the message holds no value, since one is a secret */
export function headersOf(values: Readonly<Record<string, string | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch {
      // The error that `Headers` throws repeats the value.
      throw new UsageError(
        `The ${name} header cannot carry this text: give it without line breaks and in Latin letters.`,
      );
    }
    if (headers.get(name) !== value) throw new UsageError(`Give the ${name} header without spaces around its text.`);
  }
  return headers;
}
