import { ErrorEnvelope, Kind, Problem, kindOf } from '@app/problem';
import { MsgHdrs, headers as newHeaders } from 'nats';
import { Body, toBytes } from './parts/body';
import { PartsHead, partsHeadOf, partsText } from './parts/wire';

/** A reply on the wire: JSON bytes that pass through unchanged, and notes in headers. */
export class RawReply {
  constructor(
    readonly body: Body,
    /** Notes for the gateway beside the body: `status` when it is not 200. */
    readonly notes: Record<string, string> = {},
  ) {}

  /** The reply of a change, from its stored outcome. */
  static of(outcome: { status: number; body: string }): RawReply {
    return new RawReply(outcome.body, outcome.status === 200 ? {} : { status: String(outcome.status) });
  }

  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  text(): string {
    return typeof this.body === 'string' ? this.body : Buffer.from(this.bytes()).toString('utf8');
  }

  bytes(): Uint8Array {
    return toBytes(this.body);
  }
}

const problemHeader = 'Problem';
const retryHeader = 'Retry-After';
const notePrefix = 'Note-';
const partsHeader = 'Parts';

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

/** The headers of the first message of a reply in parts. */
export function partsHeaders(notes: Record<string, string>, parts: PartsHead): MsgHdrs {
  const headers = noteHeaders(notes) ?? newHeaders();
  headers.set(partsHeader, partsText(parts));
  return headers;
}

/** What the first message of a reply in parts says; null for a whole reply. */
export function readPartsHeaders(
  headers: MsgHdrs | undefined,
): { parts: PartsHead; notes: Record<string, string> } | null {
  const parts = headers?.get(partsHeader);
  return headers && parts ? { parts: partsHeadOf(parts), notes: notesOf(headers) } : null;
}

/** @throws Problem when the reply carries one */
export function readReply(data: Uint8Array, headers: MsgHdrs | undefined): RawReply {
  if (!headers) return new RawReply(data);
  if (headers.has(problemHeader)) {
    const retry = headers.get(retryHeader);
    const envelope = JSON.parse(Buffer.from(data).toString('utf8')) as ErrorEnvelope;
    throw Problem.fromEnvelope(envelope, retry ? Number(retry) : undefined);
  }
  return new RawReply(data, notesOf(headers));
}

function notesOf(headers: MsgHdrs): Record<string, string> {
  const notes: Record<string, string> = {};
  for (const key of headers.keys())
    if (key.startsWith(notePrefix)) notes[key.slice(notePrefix.length)] = headers.get(key);
  return notes;
}

/** What stands beside the body of a reply in a frame. */
interface ReplyHead {
  /** The body is the envelope of a problem. */
  problem?: true;
  retryAfterS?: number;
  notes?: Record<string, string>;
  /** The body follows in parts. */
  parts?: PartsHead;
}

/** The head of a reply in a frame; '' for a reply without notes. */
export function replyHead(notes: Record<string, string>, parts?: PartsHead): string {
  return !parts && Object.keys(notes).length === 0 ? '' : JSON.stringify({ notes, parts } satisfies ReplyHead);
}

export function problemHead({ retryAfterS }: Problem): string {
  return JSON.stringify({ problem: true, retryAfterS } satisfies ReplyHead);
}

/**
 * The reply of an entry of a frame.
 * @param open takes a reply whose body follows in parts
 * @throws Problem when the reply carries one; SyntaxError, TypeError when it is no reply
 */
export function readFramedReply<T>(
  head: string,
  body: Uint8Array,
  open: (parts: PartsHead, notes: Record<string, string>) => T,
): RawReply | T {
  if (head === '') return new RawReply(body);
  const { problem, retryAfterS, notes, parts } = JSON.parse(head) as ReplyHead;
  if (parts) return open(parts, notes ?? {});
  if (!problem) return new RawReply(body, notes);
  const envelope = JSON.parse(Buffer.from(body).toString('utf8')) as ErrorEnvelope;
  throw Problem.fromEnvelope(envelope, retryAfterS);
}

/** The problem that the caller gets for a thrown value: a Problem as it is, a defect as `internal` without its cause. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem('internal', 'The service failed. Report the request id to support; our logs hold the cause.');
}

/** Log level of a failed request or message, by kind. */
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
