import { UsageError } from '../result/api-error';

/** One HTTP request of the API, below the base address. */
export interface WireRequest {
  method: string;
  /** Begins with a slash; escaped; with its query. */
  path: string;
  body?: unknown;
  /** Changes nothing, although it is a POST: it has no Idempotency-Key. */
  isRead?: boolean;
}

/** A body as JSON. @throws UsageError for what JSON cannot hold: a circle, a BigInt, a function */
export function jsonOf(body: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch (cause) {
    throw new UsageError('Give a body that JSON can hold: this one has a circle, a BigInt or a toJSON that throws.', {
      cause,
    });
  }
  if (text === undefined) throw new UsageError('Give a body that JSON can hold: a function or a symbol is none.');
  return text;
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
  }
  return headers;
}
