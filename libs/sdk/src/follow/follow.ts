import type { CallOptions } from '../request/options';
import type { QueryOf, Schema } from '../request/operation-types';
import { wholeWithin } from '../request/limits';
import type { EventPattern } from '../shape/event-pattern';
import { GapError, JudgmentError } from '../result/api-error';

type Event = Schema<'EventView'>;
type Query = NonNullable<QueryOf<'events_read'>>;
type Read = (query: Query, options: CallOptions) => PromiseLike<Schema<'EventList'>>;

export interface FollowOptions extends Pick<CallOptions, 'signal' | 'retries' | 'totalMs'> {
  /** Patterns such as `subscription.*`. Default: every type. */
  types?: readonly EventPattern[];
  namespacePrefix?: string;
  /** A cursor, the id of the last event that was handled, or `latest`. Default: the oldest event that is kept. */
  from?: string;
  /** `oldest` goes on at the oldest kept event when events between are gone; by default that raises GapError. */
  onGap?: 'raise' | 'oldest';
  /** Called with each cursor after the events before it were taken: store it to go on from there. */
  onCursor?: (cursor: string) => void | Promise<void>;
  /** Seconds that the service waits for an event, 1 to 30. Default 25. */
  waitS?: number;
}

/** Ids of events that were given: a cursor may stand before the last of them. */
const remembered = 10_000;

/**
 * Events in the feed's order, each once, across restarts of the service. A page without events moves the cursor, too, so
 * that a quiet filter never falls behind the feed's 30 days.
 * @throws GapError when events after the cursor are gone
 */
export async function* follow(read: Read, options: FollowOptions = {}): AsyncGenerator<Event> {
  const { types, namespacePrefix, signal, retries, totalMs, onGap = 'raise', onCursor, waitS = 25 } = options;
  const wait = String(wholeWithin('waitS', waitS, 1, 30));
  const given = new Set<string>();
  let cursor = options.from;
  for (;;) {
    signal?.throwIfAborted();
    const query: Query = {
      wait,
      ...(cursor === undefined ? {} : { cursor }),
      ...(types ? { types: types as unknown as string } : {}),
      ...(namespacePrefix === undefined ? {} : { namespace_prefix: namespacePrefix }),
    };
    let page: Schema<'EventList'>;
    try {
      page = await read(query, { signal, retries, totalMs });
    } catch (error) {
      if (!(error instanceof JudgmentError) || error.reason !== 'cursor_expired') throw error;
      // Asked from the oldest event on, the feed has no gap: such a refusal would come again for ever.
      if (onGap === 'oldest' && cursor !== undefined) {
        cursor = undefined;
        continue;
      }
      throw new GapError('Events after this cursor are older than 30 days and gone: read what they were about anew.', {
        code: 'gap',
        status: error.status,
        details: { cursor: cursor ?? null },
        cause: error,
      });
    }
    for (const event of page.events) {
      if (given.has(event.id)) continue;
      remember(given, event.id);
      yield event;
    }
    if (page.next_cursor !== null) {
      cursor = page.next_cursor;
      await onCursor?.(cursor);
    } else if (cursor === 'latest') cursor = undefined; // No event is kept: the first one is the next.
  }
}

function remember(given: Set<string>, id: string): void {
  given.add(id);
  if (given.size <= remembered) return;
  const [oldest] = given;
  if (oldest !== undefined) given.delete(oldest);
}
