import { DATABASE } from '@app/boot';
import { Database, madeAtMs } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { TailService } from '../tail/tail.service';
import { EventFilter, matches } from './event-filter';
import {
  FoundEvent,
  LogPosition,
  ScannedRow,
  findCursor,
  findEvent,
  readBodies,
  readOldestMadeAtMs,
  scanEvents,
} from './event.store';

export interface ListRequest {
  organization: string;
  filter: EventFilter;
  /** Id of an event; null to begin with the oldest. */
  cursor: string | null;
  limit: number;
  /** How long to wait for an event that matches, in milliseconds. */
  waitMs: number;
}

export interface EventPage {
  /** Records as JSON texts. */
  events: string[];
  /** The id of the last event that was scanned, whether it matched or not; the cursor itself when none was. */
  nextCursor: string | null;
}

/** Rows that one request scans at most. A filter that matches little ends early, with a cursor to go on from. */
const maxScanned = 20_000;
/** Rows of one statement at most. The first scans as many as the limit, since most readers get every event. */
const maxPerStatement = 1000;
const scanGrowth = 4;

/** How far a request has read. */
interface Progress {
  position: LogPosition;
  nextCursor: string | null;
}

/** The feed: events in the order of their recording. */
@Injectable()
export class EventService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly tail: TailService,
  ) {}

  /** @throws Problem `invalid_request`, reason cursor_unknown or cursor_expired */
  async list(request: ListRequest): Promise<EventPage> {
    const { organization } = request;
    const until = performance.now() + request.waitMs;
    const progress = await this.begin(organization, request.cursor);
    for (;;) {
      // Opened before the log is read, so that an event recorded in between ends the wait.
      const waiter = this.tail.wait(organization);
      try {
        const { matching, more } = await this.readOn(progress, request);
        const leftMs = until - performance.now();
        if (matching.length > 0 || leftMs <= 0) {
          const events = await readBodies(this.database, organization, matching);
          return { events, nextCursor: progress.nextCursor };
        }
        if (!more) await waiter.next(leftMs);
      } finally {
        waiter.close();
      }
    }
  }

  /** @throws Problem `not_found` */
  async get(organization: string, id: string): Promise<FoundEvent> {
    const found = await findEvent(this.database, organization, id);
    if (!found) throw new Problem('not_found', `There is no event \`${id}\`; events are kept for 30 days.`);
    return found;
  }

  /** Reads on until the limit is reached, the log ends, or enough rows are scanned. */
  private async readOn(
    progress: Progress,
    { organization, filter, limit }: ListRequest,
  ): Promise<{ matching: ScannedRow[]; more: boolean }> {
    const matching: ScannedRow[] = [];
    let size = Math.min(limit, maxPerStatement);
    for (let scanned = 0; scanned < maxScanned;) {
      const rows = await scanEvents(this.database, organization, progress.position, size);
      for (const row of rows) {
        progress.position = { day: row.day, number: row.number };
        progress.nextCursor = row.id;
        if (matches(filter, row) && matching.push(row) === limit) return { matching, more: true };
      }
      if (rows.length < size) return { matching, more: false };
      scanned += size;
      size = Math.min(size * scanGrowth, maxPerStatement);
    }
    return { matching, more: true };
  }

  private async begin(organization: string, cursor: string | null): Promise<Progress> {
    const { position, floorDay, lastDroppedId, isExpired } = await findCursor(this.database, organization, cursor);
    if (position) return { position, nextCursor: cursor };
    if (cursor === null) return { position: { day: floorDay, number: '0' }, nextCursor: null };
    if (isExpired) throw expiredCursor();
    const madeAt = cursor.startsWith('evt_') ? madeAtMs(cursor) : null;
    if (madeAt === null) throw unknownCursor();
    const oldest = await readOldestMadeAtMs(this.database, organization, floorDay);
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
