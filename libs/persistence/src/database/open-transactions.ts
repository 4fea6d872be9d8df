import { Queryable } from './queryable';

/** Transactions that are open now, without the one that asks. */
export interface OpenTransactions {
  /** Age of the longest one of the role that asks, in seconds; 0 when there is none. Postgres hides those of others. */
  longestS: number;
  /** Transactions begun since the oldest one that any session of the database still sees or runs; 0 when there is none. */
  heldBack: number;
  /**
   * Transactions, or groups of lockers, since the oldest that rows of any database of the server still name. Postgres
   * freezes rows before that is two thousand million, and takes no write when it could not.
   */
  freezeAge: number;
}

/** Reads what keeps Postgres from removing dead rows, through which every claim of a queue must then read. */
export async function openTransactions(db: Queryable): Promise<OpenTransactions> {
  // By the server's own clock, which nobody moves: `xact_start` is read from it too.
  const { rows } = await db.query<OpenTransactions>(
    `select
       coalesce(max(extract(epoch from clock_timestamp() - xact_start)) filter (where usename = current_user), 0)::float8 as "longestS",
       coalesce(max(greatest(age(backend_xmin), age(backend_xid))), 0)::int as "heldBack",
       (select max(greatest(age(datfrozenxid), mxid_age(datminmxid))) from pg_database)::int as "freezeAge"
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0];
}
