import type { FeedOrder } from '@app/contracts/events';
import { Named, Queryable, madeAtMs } from '@app/persistence';
import type { Subject } from '../log/log';
import { keptDays } from '../retention/partition.store';

/** A position in the log. A reader here has read every event up to this day and number. */
export interface LogPosition {
  /** `YYYY-MM-DD`. */
  day: string;
  number: string;
}

export interface ScannedRow extends LogPosition {
  id: string;
  type: string;
  namespace: string | null;
  recordedAtMs: number;
  /** Whether it is about all subjects that were asked for. */
  isAbout: boolean;
}

/** Where a cursor stands in the log, and where the log begins. */
export interface CursorLookup {
  /** The oldest day that readers get, `YYYY-MM-DD`. */
  floorDay: string;
  /** The greatest id of any dropped event; null when none was dropped. */
  lastDroppedId: string | null;
  /** Null when the cursor is no event of the organization, or one that is no longer kept. */
  position: LogPosition | null;
  /** Whether the cursor is an event whose time has passed. */
  isExpired: boolean;
}

/** An event as its readers get it. */
export interface FoundEvent {
  /** JSON text. */
  body: string;
  namespace: string | null;
}

// Readers do not get days past their time, also while the partition still waits to be dropped.
const floor = `(app.now() at time zone 'utc')::date - ${keptDays}`;

const cursorLookup = {
  name: 'event-find-cursor',
  text: `select (${floor})::text as floor_day, f.last_id, k.day::text as day, k.number, k.day < ${floor} as expired
         from feed_floor f left join event_key k on k.id = $2 and k.organization = $1`,
};

const scanned = `e.day::text as day, e.number, e.id, e.type, e.namespace, e.recorded_at`;

/*
 * The comparison of pairs begins in the index at the reader's position. `order by` names the table, since a bare `day`
 * would mean the output column, which is text.
 */
export const scan = {
  name: 'event-scan',
  text: `select ${scanned}, true as about from event e
         where e.organization = $1 and e.day >= $2::date and (e.day, e.number) > ($2::date, $3::bigint)
         order by e.day, e.number limit $4`,
};

/** The statement of `scan`, back from a position. Days past their time are no longer read. */
export const backScan = {
  name: 'event-scan-back',
  text: `select ${scanned}, true as about from event e
         where e.organization = $1 and e.day <= $2::date and (e.day, e.number) < ($2::date, $3::bigint)
           and e.day >= ${floor}
         order by e.day desc, e.number desc limit $4`,
};

const about = `not exists (select from unnest($7::text[], $8::text[]) o(kind, name) where not exists (
  select from event_subject x where x.organization = $1 and x.kind = o.kind and x.name = o.name
    and x.day = e.day and x.number = e.number)) as about`;

/** The first rows of a subject are found in its index before any event is read. */
const subject = {
  name: 'event-subject',
  text: `with found as materialized (
           select s.day, s.number from event_subject s
           where s.organization = $1 and s.kind = $5 and s.name = $6 and s.day >= $2::date
             and (s.day, s.number) > ($2::date, $3::bigint)
           order by s.day, s.number limit $4)
         select ${scanned}, ${about} from found f
         join event e on e.organization = $1 and e.day = f.day and e.number = f.number
         order by e.day, e.number`,
};

const backSubject = {
  name: 'event-subject-back',
  text: `with found as materialized (
           select s.day, s.number from event_subject s
           where s.organization = $1 and s.kind = $5 and s.name = $6 and s.day <= $2::date
             and (s.day, s.number) < ($2::date, $3::bigint) and s.day >= ${floor}
           order by s.day desc, s.number desc limit $4)
         select ${scanned}, ${about} from found f
         join event e on e.organization = $1 and e.day = f.day and e.number = f.number
         order by e.day desc, e.number desc`,
};

const bodies = {
  name: 'event-bodies',
  text: `select body from event where organization = $1 and (day, number) in
         (select * from unnest($2::date[], $3::bigint[])) and day >= $4::date order by number`,
};

const find = {
  name: 'event-find',
  text: `select e.body, e.namespace from event_key k
         join event e on e.organization = k.organization and e.day = k.day and e.number = k.number
         where k.id = $2 and k.organization = $1 and k.day >= ${floor}`,
};

interface CursorRow {
  floor_day: string;
  last_id: string | null;
  day: string | null;
  number: string | null;
  expired: boolean | null;
}

export async function findCursor(db: Queryable, organization: string, cursor: string | null): Promise<CursorLookup> {
  const { rows } = await db.query<CursorRow>(cursorLookup, [organization, cursor]);
  const [{ floor_day: floorDay, last_id: lastDroppedId, day, number, expired }] = rows;
  const position = day !== null && number !== null && expired === false ? { day, number } : null;
  return { floorDay, lastDroppedId, position, isExpired: expired === true };
}

/** The time at which the organization's oldest kept event was made, in milliseconds; null when it has none. */
export async function readOldestMadeAtMs(
  db: Queryable,
  organization: string,
  floorDay: string,
): Promise<number | null> {
  const [oldest] = await scanEvents(db, organization, { day: floorDay, number: '0' }, 1);
  return oldest === undefined ? null : madeAtMs(oldest.id);
}

interface RawRow extends LogPosition {
  id: string;
  type: string;
  namespace: string | null;
  recorded_at: Date;
  about: boolean;
}

/** The organization's next events after a position, in the order of recording, without their bodies. */
export function scanEvents(
  db: Queryable,
  organization: string,
  after: LogPosition,
  limit: number,
): Promise<ScannedRow[]> {
  return readScanned(db, scan, [organization, after.day, after.number, limit]);
}

/** Behind every event; a walk back in time begins here. */
export const endOfLog: LogPosition = { day: '9999-12-31', number: '0' };

/** The organization's events before a position, the last recorded first, without their bodies. */
export function scanBack(
  db: Queryable,
  organization: string,
  before: LogPosition,
  limit: number,
): Promise<ScannedRow[]> {
  return readScanned(db, backScan, [organization, before.day, before.number, limit]);
}

/**
 * The events about the first of some subjects, from a position on or back from it, without their bodies. Those that are not about
 * the others, too, come with `isAbout` false: a walk goes on behind them.
 */
export function scanSubject(
  db: Queryable,
  organization: string,
  {
    subjects,
    from,
    order,
    limit,
  }: { subjects: readonly Subject[]; from: LogPosition; order: FeedOrder; limit: number },
): Promise<ScannedRow[]> {
  const [{ kind, name }, ...others] = subjects;
  return readScanned(db, order === 'newest' ? backSubject : subject, [
    ...[organization, from.day, from.number, limit, kind, name],
    ...[others.map((other) => other.kind), others.map((other) => other.name)],
  ]);
}

async function readScanned(db: Queryable, statement: Named, values: unknown[]): Promise<ScannedRow[]> {
  const { rows } = await db.query<RawRow>(statement, values);
  return rows.map(({ recorded_at: at, about, ...row }) => ({ ...row, recordedAtMs: at.getTime(), isAbout: about }));
}

/** The records of scanned rows as JSON texts, in their order. */
export async function readBodies(
  db: Queryable,
  organization: string,
  positions: readonly LogPosition[],
): Promise<string[]> {
  if (positions.length === 0) return [];
  const { rows } = await db.query<{ body: string }>(bodies, [
    organization,
    positions.map(({ day }) => day),
    positions.map(({ number }) => number),
    positions[0].day,
  ]);
  return rows.map(({ body }) => body);
}

export async function findEvent(db: Queryable, organization: string, id: string): Promise<FoundEvent | null> {
  const { rows } = await db.query<FoundEvent>(find, [organization, id]);
  return rows[0] ?? null;
}
