import { Queryable, madeAtMs } from '@app/persistence';
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

/*
 * The comparison of pairs begins in the index at the reader's position. `order by` names the table, since a bare `day`
 * would mean the output column, which is text.
 */
export const scan = {
  name: 'event-scan',
  text: `select e.day::text as day, e.number, e.id, e.type, e.namespace from event e
         where e.organization = $1 and e.day >= $2::date and (e.day, e.number) > ($2::date, $3::bigint)
         order by e.day, e.number limit $4`,
};

/** The statement of `scan`, back from a position. Days past their time are no longer read. */
export const backScan = {
  name: 'event-scan-back',
  text: `select e.day::text as day, e.number, e.id, e.type, e.namespace from event e
         where e.organization = $1 and e.day <= $2::date and (e.day, e.number) < ($2::date, $3::bigint)
           and e.day >= ${floor}
         order by e.day desc, e.number desc limit $4`,
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

/** The organization's next events after a position, in the order of recording, without their bodies. */
export async function scanEvents(
  db: Queryable,
  organization: string,
  after: LogPosition,
  limit: number,
): Promise<ScannedRow[]> {
  const { rows } = await db.query<ScannedRow>(scan, [organization, after.day, after.number, limit]);
  return rows;
}

/** Behind every event; a walk back in time begins here. */
export const endOfLog: LogPosition = { day: '9999-12-31', number: '0' };

/** The organization's events before a position, the last recorded first, without their bodies. */
export async function scanBack(
  db: Queryable,
  organization: string,
  before: LogPosition,
  limit: number,
): Promise<ScannedRow[]> {
  const { rows } = await db.query<ScannedRow>(backScan, [organization, before.day, before.number, limit]);
  return rows;
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
