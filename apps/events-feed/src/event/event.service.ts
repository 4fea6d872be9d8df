import { DATABASE } from '@app/boot';
import type { FeedOrder } from '@app/contracts/events';
import { Database, madeAtMs } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { TailService } from '../tail/tail.service';
import { EventFilter, isPast, isWithin, matches, momentOf } from './event-filter';
import {
  FoundEvent,
  LogPosition,
  ScannedRow,
  endOfLog,
  findCursor,
  findEvent,
  readBodies,
  readOldestMadeAtMs,
  scanBack,
  scanEvents,
  scanSubject,
} from './event.store';
import { findMoment } from './moment.store';

export interface ListRequest {
  organization: string;
  filter: EventFilter;
  /** Id of an event; null to begin with the oldest. */
  cursor: string | null;
  /** Newest goes back in time; it never waits. */
  order: FeedOrder;
  limit: number;
  /** How long to wait for an event that matches, in milliseconds. */
  waitMs: number;
}

export interface EventPage {
  /** Records as JSON texts. */
  events: string[];
  /**
   * The id of the last event that was scanned, whether it matched or not; the cursor itself when none was. Null at the end
   * of a walk back in time.
   */
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
    const progress = await this.begin(request);
    for (;;) {
      // Opened before the log is read, so that an event recorded in between ends the wait.
      const waiter = this.tail.wait(organization);
      try {
        const { matching, more } = await this.readOn(progress, request);
        const leftMs = until - performance.now();
        if (matching.length > 0 || leftMs <= 0) {
          const events = await this.readBodiesOf(matching, request);
          return { events, nextCursor: request.order === 'newest' && !more ? null : progress.nextCursor };
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
    if (!found) throw noEvent(id);
    return found;
  }

  /** An event within a key's scope. @throws Problem `not_found` */
  async show(organization: string, scope: string, id: string): Promise<FoundEvent> {
    const found = await this.get(organization, id);
    if (!isWithin(scope, found.namespace)) throw noEvent(id);
    return found;
  }

  /** The id of the organization's last event; null when none is kept, so that the beginning is the end. */
  async readLatest(organization: string): Promise<string | null> {
    const [last] = await scanBack(this.database, organization, endOfLog, 1);
    return last?.id ?? null;
  }

  private async readBodiesOf(rows: readonly ScannedRow[], { organization, order }: ListRequest): Promise<string[]> {
    if (order === 'oldest') return readBodies(this.database, organization, rows);
    return (await readBodies(this.database, organization, [...rows].reverse())).reverse();
  }

  /** Reads on until the limit is reached, the log ends, or enough rows are scanned. */
  private async readOn(
    progress: Progress,
    { organization, filter, limit, order }: ListRequest,
  ): Promise<{ matching: ScannedRow[]; more: boolean }> {
    const matching: ScannedRow[] = [];
    let size = Math.min(limit, maxPerStatement);
    for (let scanned = 0; scanned < maxScanned;) {
      const rows = await this.scan(progress.position, { organization, filter, order, limit: size });
      for (const row of rows) {
        if (isPast(filter, order, row.recordedAtMs)) return { matching, more: false };
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

  private scan(
    from: LogPosition,
    {
      organization,
      filter: { subjects },
      order,
      limit,
    }: Pick<ListRequest, 'organization' | 'filter' | 'order' | 'limit'>,
  ): Promise<ScannedRow[]> {
    if (subjects.length > 0) return scanSubject(this.database, organization, { subjects, from, order, limit });
    return (order === 'newest' ? scanBack : scanEvents)(this.database, organization, from, limit);
  }

  private async begin({ organization, cursor, order, filter }: ListRequest): Promise<Progress> {
    const { position, floorDay, lastDroppedId, isExpired } = await findCursor(this.database, organization, cursor);
    if (position) return { position, nextCursor: cursor };
    if (cursor === null) {
      const start = order === 'newest' ? endOfLog : { day: floorDay, number: '0' };
      const moment = momentOf(filter, order);
      const found = moment === null ? start : await findMoment(this.database, organization, { atMs: moment, order });
      return { position: found.day < floorDay ? { day: floorDay, number: '0' } : found, nextCursor: null };
    }
    if (isExpired) throw expiredCursor();
    const madeAt = cursor.startsWith('evt_') ? madeAtMs(cursor) : null;
    if (madeAt === null) throw unknownCursor();
    const oldest = await readOldestMadeAtMs(this.database, organization, floorDay);
    const isBefore = (lastDroppedId !== null && cursor <= lastDroppedId) || (oldest !== null && madeAt < oldest);
    throw isBefore ? expiredCursor() : unknownCursor();
  }
}

function noEvent(id: string): Problem {
  return new Problem('not_found', `There is no event \`${id}\`; events are kept for 30 days.`);
}

function unknownCursor(): Problem {
  return invalid('cursor_unknown', '/cursor', 'Send the `id` of an event, or a `next_cursor`, of this feed.');
}

function expiredCursor(): Problem {
  const message = 'Events after this cursor are no longer kept (30 days); read again without a cursor.';
  return invalid('cursor_expired', '/cursor', message);
}
