import { Logger, Loop, systemClock } from '@app/observability';
import { Database } from '@app/persistence';

const everyMs = 5_000;
/** A reading is at most half its round trip wrong; a slower one would be worse than the one before. */
const longestTripMs = 1_000;

/** Reads the database's clock for `systemClock`. @param anyway also when the answer took long: there is no other yet */
export async function readDatabaseClock(database: Database, anyway = false): Promise<void> {
  const beganMs = performance.now();
  const { rows } = await database.query<{ ms: number }>({
    name: 'read-clock',
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  });
  const tripMs = performance.now() - beganMs;
  if (anyway || tripMs <= longestTripMs) systemClock.read(rows[0].ms, beganMs + tripMs / 2);
}

/** Reads it again and again: monotonic clocks drift, and stand still while a machine sleeps. */
export function databaseClockLoop(database: Database, logger: Logger): Loop {
  const turn = async (): Promise<boolean> => {
    await readDatabaseClock(database);
    return false;
  };
  return new Loop({ name: 'database-clock', idleMs: everyMs, logger, turn });
}
