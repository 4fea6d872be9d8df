import { ErrorEnvelope, Kind, Problem, kindOf } from '@app/problem';
import { MsgHdrs, headers as newHeaders } from 'nats';

/** A reply as it goes over the wire: JSON bytes passed through untouched, with facts beside them. */
export class RawReply {
  constructor(
    readonly body: string | Uint8Array,
    /** Facts for the gateway beside the body: `status` when it is not 200. */
    readonly notes: Record<string, string> = {},
  ) {}

  /** A reply of a change as its owner kept it. */
  static of(outcome: { status: number; body: string }): RawReply {
    return new RawReply(outcome.body, outcome.status === 200 ? {} : { status: String(outcome.status) });
  }

  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  text(): string {
    return typeof this.body === 'string' ? this.body : Buffer.from(this.body).toString('utf8');
  }
}

const problemHeader = 'Problem';
const retryHeader = 'Retry-After';
const notePrefix = 'Note-';

export function problemHeaders(problem: Problem): MsgHdrs {
  const headers = newHeaders();
  headers.set(problemHeader, problem.code);
  if (problem.retryAfterS !== undefined) headers.set(retryHeader, String(problem.retryAfterS));
  return headers;
}

export function noteHeaders(notes: Record<string, string>): MsgHdrs | undefined {
  const entries = Object.entries(notes);
  if (entries.length === 0) return undefined;
  const headers = newHeaders();
  for (const [name, value] of entries) headers.set(`${notePrefix}${name}`, value);
  return headers;
}

/** @throws Problem when the reply tells of one */
export function readReply(data: Uint8Array, headers: MsgHdrs | undefined): RawReply {
  if (!headers) return new RawReply(data);
  if (headers.has(problemHeader)) {
    const retry = headers.get(retryHeader);
    const envelope = JSON.parse(Buffer.from(data).toString('utf8')) as ErrorEnvelope;
    throw Problem.fromEnvelope(envelope, retry ? Number(retry) : undefined);
  }
  const notes: Record<string, string> = {};
  for (const key of headers.keys())
    if (key.startsWith(notePrefix)) notes[key.slice(notePrefix.length)] = headers.get(key);
  return new RawReply(data, notes);
}

/** What the caller learns of anything thrown: of a defect only that it is one. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem('internal', 'Something went wrong on our side; the request id finds it in our logs.');
}

/** How loud a failed request or message is. */
export const levelByKind = {
  invalid: 'info',
  forbidden: 'warn',
  missing: 'info',
  conflict: 'info',
  limited: 'info',
  unavailable: 'warn',
  defect: 'error',
} as const satisfies Record<Kind, 'info' | 'warn' | 'error'>;

export function levelOf(thrown: unknown): 'info' | 'warn' | 'error' {
  return levelByKind[kindOf(thrown)];
}
