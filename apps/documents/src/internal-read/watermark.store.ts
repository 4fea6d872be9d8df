import { besideName } from '@app/persistence';
import type { Queryable } from '@app/persistence';

/**
 * The moment before which every change was stamped that a snapshot taken afterwards holds: the start of the oldest
 * transaction that is open now on a connection that may write. A change is stamped after its transaction has begun, so one that is not in
 * the snapshot has a later stamp.
 */
export async function readWatermark(from: Queryable): Promise<Date> {
  const { rows } = await from.query<{ at: Date }>(
    `select date_trunc('milliseconds', app.now() - (clock_timestamp() - coalesce(min(xact_start), clock_timestamp()))) as at
     from pg_stat_activity where usename = current_user and datname = current_database() and pid <> pg_backend_pid()
       and application_name <> ${besideName} and xact_start is not null`,
  );
  return rows[0].at;
}
