import { Named } from '../database/queryable';

/** Seconds for which a claimed row belongs to one process; each step and each renewal begins them again. */
export const leaseS = 60;

/** Seconds after which a row is claimed again when its step failed by something that may pass. */
export const restAfterFailureS = 2;

/** When a lease that begins now runs out, as SQL: for rows that the process which adds them holds itself. */
export const leaseEnd = `app.now() + interval '${leaseS} seconds'`;

/** Columns of every leased table that `LeasedCursor` writes itself, beside `lease_until`. */
export interface LeasedRow {
  /** How often the row was claimed: the token of its holder, since the next claim changes it. */
  attempts: number;
}

/** A function of the schema that claims the first row, where that takes more than an order. */
export interface ClaimFunction {
  /**
   * Its name. Its parameter is the length of a lease, as an interval, and it returns the claimed row or none; it counts
   * `attempts` up and does what `onClaim` says.
   */
  claimedBy: string;
  /** Select that finds a row when the function may claim one. */
  look: string;
}

/**
 * A table of long walks: a row says how far its walk is, and one process at a time holds it by a lease. `K` are the
 * names of its key columns, `C` of those that say how far the walk is.
 */
export interface LeasedTable<R extends LeasedRow, K extends keyof R & string, C extends keyof R & string> {
  name: string;
  key: readonly K[];
  cursor: readonly C[];
  /** SQL after `order by`: which free row is claimed first. */
  order: string | ClaimFunction;
  /**
   * The column of the organization, where organizations take turns: a claim is of the one whose last turn is the longest ago,
   * and `order` decides among its rows. All free rows are looked at, so there must be few; the schema has `walk_turn`.
   */
  organization?: keyof R & string;
  /** SQL condition of rows that have work left; nobody holds a row that has none. */
  open?: string;
  /** SQL assignments that go with each claim. */
  onClaim?: string;
  /** SQL assignments that go with each step; `to` are the parameters of the cursor columns. */
  onAdvance?(to: Record<C, string>): string;
  /** Columns that others change while a row is held; a step forward reads them. */
  changedByOthers?: readonly (keyof R & string)[];
  /** SQL that reads the claimed row `c` from `claimed`, for columns of other tables. */
  read?: string;
}

/** Statements of one table. The first parameters are the row's key and the holder's token. */
export interface LeaseStatements {
  /** The claim, unprepared: it reads every column, and a prepared statement would fail once a migration adds one. */
  claim: string;
  /** The same of the rows whose keys a statement selects. */
  claimOf(chosen: string): string;
  /** Condition of rows that can be claimed. */
  free: string;
  /** Further parameters: the cursor columns, then for how many seconds the row is not claimable. */
  advance: Named;
  /** A further parameter: for how many seconds the row is not claimable. */
  release: Named;
  renew: Named;
  find: Named;
  remove: Named;
  /** Its only parameter: keys and tokens as a JSON list. */
  removeAll: Named;
}

export function leaseStatements<R extends LeasedRow, K extends keyof R & string, C extends keyof R & string>(
  table: LeasedTable<R, K, C>,
): LeaseStatements {
  const { name, key, cursor, open, order, organization, onClaim, onAdvance, changedByOthers = [] } = table;
  const named = (verb: string, text: string): Named => ({ name: `${name}-${verb}`, text });
  const keys = key.join(', ');
  const free = list(' and ', open, '(lease_until is null or lease_until < app.now())');
  const token = key.length + 1;
  const held = list(' and ', ...key.map((column, at) => `${column} = $${at + 1}`), `attempts = $${token}`, open);
  const to = Object.fromEntries(cursor.map((column, at) => [column, `$${token + 1 + at}`])) as Record<C, string>;
  const moved = cursor.map((column) => `${column} = ${to[column]}`);
  const after = (parameter: number) => `lease_until = app.now() + make_interval(secs => $${parameter})`;
  const read = table.read ?? 'select c.* from claimed c';
  const claimed = (which: string) => `with claimed as (
      update ${name} set ${list(', ', `attempts = attempts + 1, lease_until = ${leaseEnd}`, onClaim)}
      where (${keys}) ${which} returning *
    )${organization === undefined ? '' : served(name, organization)} ${read}`;
  const several = `select ${keys}, attempts from jsonb_populate_recordset(null::${name}, $1::jsonb)`;
  return {
    claim:
      typeof order === 'string'
        ? claimed(
            `= (select ${keys} from ${name} where ${free} order by ${list(', ', organization && lastTurn(name, organization), order)} limit 1 for update skip locked)`,
          )
        : `with claimed as (select * from ${order.claimedBy}(interval '${leaseS} seconds')) ${read}`,
    claimOf: (chosen) => claimed(`in (${chosen})`),
    free,
    advance: named(
      'advance',
      `update ${name} set ${list(', ', ...moved, onAdvance?.(to), after(token + 1 + cursor.length))}
       where ${held} returning ${list(', ', 'attempts', ...changedByOthers)}`,
    ),
    release: named('release', `update ${name} set ${after(token + 1)} where ${held}`),
    renew: named('renew', `update ${name} set lease_until = ${leaseEnd} where ${held} and lease_until > app.now()`),
    find: named('find', `select from ${name} where ${held}`),
    remove: named('remove', `delete from ${name} where ${held}`),
    removeAll: named(
      'remove-all',
      `delete from ${name} where ${list(' and ', `(${keys}, attempts) in (${several})`, open)}`,
    ),
  };
}

/** SQL of the place of an organization's last turn. */
function lastTurn(name: string, organization: string): string {
  return `(select t.place from walk_turn t where t.walk = '${name}' and t.organization = ${name}.${organization}) nulls first`;
}

/** SQL of a further part of a claim, which puts the organization behind the others. */
function served(name: string, organization: string): string {
  return `, served as (
      insert into walk_turn (walk, organization, place) select '${name}', ${organization}, nextval('turn_place') from claimed
      on conflict (walk, organization) do update set place = excluded.place)`;
}

function list(separator: string, ...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(separator);
}
