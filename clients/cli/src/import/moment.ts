import { JudgmentError, type Schema } from '@app/sdk';
import { countRecords } from './records';
import type { Source } from './source';

type Operation = Schema<'UpsertOperation'>;

/** Gives the rows of a file moments that ascend by a millisecond a row, so that their order in the file stays known. */
export interface Moments<T> {
  /** The moment of the first row, in milliseconds since 1970. Called once, at the beginning of a run. */
  readFirst(): Promise<number>;
  /** The row with its moment, unless it has one of its own. @param at RFC 3339 */
  dated(body: T, at: string): T;
}

/** The input's length is not known before its end: its rows begin so long before the run. */
const inputAheadMs = 15 * 60_000;

/**
 * The moment of the first row, so that the last one is made now by the service's clock. Reads a file twice.
 * @param nowMs the service's clock
 */
export async function readFirstMoment(source: Source, again: () => Source, nowMs: number): Promise<number> {
  if (source.size === null) return nowMs - inputAheadMs;
  return nowMs - Math.max((await countRecords(again())) - 1, 0);
}

/**
 * The moment of a row. No row is made after now: what is longer than expected, as the input may be, ends in rows of one moment.
 * @param place the row's place in the file, from 0 @param elapsedMs since the run began
 */
export function momentAt(firstMs: number, place: number, elapsedMs: number, { size }: Pick<Source, 'size'>): string {
  const latestMs = size === null ? firstMs + inputAheadMs + elapsedMs : Infinity;
  return new Date(Math.min(firstMs + place, latestMs)).toISOString();
}

/** A document that exists keeps its time, and so does a row that names one. */
export function datedOperation(body: Operation, at: string): Operation {
  return body.created_at === undefined ? { created_at_if_new: at, ...body } : body;
}

/** Sends dated rows, and sends them again without their moments to an older service, which refuses the member. */
export async function sendDated<R>(
  bodies: Operation[],
  key: string,
  send: (bodies: Operation[], key: string) => Promise<R>,
): Promise<R> {
  try {
    return await send(bodies, key);
  } catch (error) {
    if (!(error instanceof JudgmentError) || !error.path?.endsWith('/created_at_if_new')) throw error;
    if (error.reason !== 'unknown_field') throw error;
    const undated = bodies.map(({ created_at_if_new: _moment, ...body }) => body);
    return send(undated, `${key}-undated`);
  }
}

/**
 * The service's clock by the header of any reply, to the second; the machine's own where there is none. Sends no key.
 * @returns milliseconds since 1970
 */
export async function readServiceMs(baseUrl: string, nowMs: number, signal: AbortSignal): Promise<number> {
  try {
    const response = await fetch(baseUrl, { method: 'HEAD', signal });
    const date = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(date) ? nowMs : date;
  } catch (error) {
    signal.throwIfAborted();
    // The import itself says what is wrong with the connection.
    if (error instanceof TypeError) return nowMs;
    throw error;
  }
}
