import { DATABASE } from '@app/boot';
import { Database, madeAtMs } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { keptDays } from '../retention/partition.store';

/** A place in the log: a reader at this place has read everything up to this number. */
export interface Place {
  day: string;
  number: string;
}

export interface ScannedRow extends Place {
  id: string;
  type: string;
  namespace: string | null;
}

export interface CursorRow {
  /** The oldest day that is still shown. */
  floorDay: string;
  /** The greatest id that was ever dropped. */
  lastDroppedId: string | null;
  place: Place | null;
  /** The cursor is an event whose day is over. */
  isPast: boolean;
}

// Days past their time are not shown, also while their partition still waits to be dropped.
const floor = `(app.now() at time zone 'utc')::date - ${keptDays}`;
const findCursor = {
  name: 'event-find-cursor',
  text: `select (${floor})::text as floor_day, f.last_id, k.day::text as day, k.number, k.day < ${floor} as past
         from feed_floor f left join event_key k on k.id = $2 and k.organization = $1`,
};
// The pair begins in the index where the reader stands; `order by day` alone would sort by the text of that name.
export const scan = {
  name: 'event-scan',
  text: `select e.day::text as day, e.number, e.id, e.type, e.namespace from event e
         where e.organization = $1 and e.day >= $2::date and (e.day, e.number) > ($2::date, $3::bigint)
         order by e.day, e.number limit $4`,
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

interface CursorFound {
  floor_day: string;
  last_id: string | null;
  day: string | null;
  number: string | null;
  past: boolean | null;
}

/** Reads the log of an organization in the order recorded. */
@Injectable()
export class EventStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async findCursor(organization: string, id: string | null): Promise<CursorRow> {
    const { rows } = await this.database.query<CursorFound>(findCursor, [organization, id]);
    const [{ floor_day: floorDay, last_id: lastDroppedId, day, number, past }] = rows;
    const place = day !== null && number !== null && past === false ? { day, number } : null;
    return { floorDay, lastDroppedId, place, isPast: past === true };
  }

  /** The time at which the oldest kept event of the organization was made, or null when it has none. */
  async oldestMadeAtMs(organization: string, floorDay: string): Promise<number | null> {
    const [oldest] = await this.scan(organization, { day: floorDay, number: '0' }, 1);
    return oldest === undefined ? null : madeAtMs(oldest.id);
  }

  async scan(organization: string, after: Place, limit: number): Promise<ScannedRow[]> {
    const { rows } = await this.database.query<ScannedRow>(scan, [organization, after.day, after.number, limit]);
    return rows;
  }

  /** The records of scanned rows as JSON texts, in their order. */
  async bodies(organization: string, places: readonly Place[]): Promise<string[]> {
    if (places.length === 0) return [];
    const { rows } = await this.database.query<{ body: string }>(bodies, [
      organization,
      places.map(({ day }) => day),
      places.map(({ number }) => number),
      places[0].day,
    ]);
    return rows.map(({ body }) => body);
  }

  async find(organization: string, id: string): Promise<{ body: string; namespace: string | null } | null> {
    const { rows } = await this.database.query<{ body: string; namespace: string | null }>(find, [organization, id]);
    return rows[0] ?? null;
  }
}
