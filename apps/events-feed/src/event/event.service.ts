import { madeAtMs } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { TailService } from '../tail/tail.service';
import { EventFilter, sees } from './event-filter';
import { EventStore, Place, ScannedRow } from './event.store';

export interface ListRequest {
  organization: string;
  filter: EventFilter;
  cursor: string | null;
  limit: number;
  /** How long to wait for something to show, in milliseconds. */
  waitMs: number;
}

export interface EventPage {
  /** Records as JSON texts. */
  events: string[];
  /** The id of the last event that was looked at, shown or not; the cursor itself when there was none. */
  nextCursor: string | null;
}

/**
 * Rows looked at in one statement, at most, and in one request: a filter that matches little ends early with its cursor.
 * The first statement looks at as many as are asked for: most readers see all there is.
 */
const maxScanned = 1000;
const scanLimit = 20_000;
const scanGrowth = 4;

interface Reader {
  at: Place;
  nextCursor: string | null;
}

/** The feed: what happened, in the order recorded. */
@Injectable()
export class EventService {
  constructor(
    private readonly store: EventStore,
    private readonly tail: TailService,
  ) {}

  /** @throws Problem `invalid_request`, reason cursor_unknown or cursor_expired */
  async list(request: ListRequest): Promise<EventPage> {
    const until = performance.now() + request.waitMs;
    const reader = await this.readerAt(request.organization, request.cursor);
    for (;;) {
      // Taken before the log is read: what comes in between wakes it.
      const watch = this.tail.watch(request.organization);
      try {
        const { shown, more } = await this.readOn(reader, request);
        const leftMs = until - performance.now();
        if (shown.length > 0 || leftMs <= 0) {
          return { events: await this.store.bodies(request.organization, shown), nextCursor: reader.nextCursor };
        }
        if (!more) await watch.news(leftMs);
      } finally {
        watch.end();
      }
    }
  }

  async get(organization: string, id: string): Promise<{ body: string; namespace: string | null }> {
    const found = await this.store.find(organization, id);
    if (!found) throw new Problem('not_found', `There is no event \`${id}\`; events are kept for 30 days.`);
    return found;
  }

  /** Moves the reader over the log until enough is shown, the end is reached or it has looked at enough. */
  private async readOn(reader: Reader, request: ListRequest): Promise<{ shown: ScannedRow[]; more: boolean }> {
    const shown: ScannedRow[] = [];
    let size = Math.min(request.limit, maxScanned);
    for (let looked = 0; looked < scanLimit;) {
      const rows = await this.store.scan(request.organization, reader.at, size);
      for (const row of rows) {
        reader.at = { day: row.day, number: row.number };
        reader.nextCursor = row.id;
        if (sees(request.filter, row) && shown.push(row) === request.limit) return { shown, more: true };
      }
      if (rows.length < size) return { shown, more: false };
      looked += size;
      size = Math.min(size * scanGrowth, maxScanned);
    }
    return { shown, more: true };
  }

  private async readerAt(organization: string, cursor: string | null): Promise<Reader> {
    const { place, floorDay, lastDroppedId, isPast } = await this.store.findCursor(organization, cursor);
    if (place) return { at: place, nextCursor: cursor };
    if (cursor === null) return { at: { day: floorDay, number: '0' }, nextCursor: null };
    if (isPast) throw expiredCursor();
    const madeAt = cursor.startsWith('evt_') ? madeAtMs(cursor) : null;
    if (madeAt === null) throw unknownCursor();
    const oldest = await this.store.oldestMadeAtMs(organization, floorDay);
    const isBefore = (lastDroppedId !== null && cursor <= lastDroppedId) || (oldest !== null && madeAt < oldest);
    throw isBefore ? expiredCursor() : unknownCursor();
  }
}

function unknownCursor(): Problem {
  return invalid('cursor_unknown', '/cursor', 'Send the `id` of an event, or a `next_cursor`, of this feed.');
}

function expiredCursor(): Problem {
  const message = 'Events after this cursor are no longer kept (30 days); read again without a cursor.';
  return invalid('cursor_expired', '/cursor', message);
}
