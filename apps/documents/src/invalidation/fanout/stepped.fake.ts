import { Database, Tx } from '@app/persistence';

const isBlocked = async (database: Database, pid: number): Promise<boolean> => {
  const sql = 'select cardinality(pg_blocking_pids($1)) > 0 as blocked';
  return (await database.query<{ blocked: boolean }>(sql, [pid])).rows[0].blocked;
};

/**
 * Runs a transaction whose statements each wait until `step` lets them run. A step ends when its statement has, or waits
 * for a lock: two writes share counters of their namespace by chance, and the other one ends only by its own steps.
 */
export function stepped(
  database: Database,
  run: (tx: Tx) => Promise<unknown>,
): { step: () => Promise<void>; done: () => boolean } {
  let [isDone, isWaiting, pid] = [false, true, 0];
  let failure: unknown = null;
  let go = (): void => {
    const work = database.transaction('spec', async (tx) => {
      [{ pid }] = (await tx.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
      await run({ ...tx, query: async (statement, sent) => (await gate(), tx.query(statement, sent)) });
      await gate();
    });
    void work.catch((error: unknown) => (failure = error)).then(() => (isDone = isWaiting = true));
  };
  const gate = (): Promise<void> =>
    new Promise((resolve) => {
      go = resolve;
      isWaiting = true;
    });
  const step = async (): Promise<void> => {
    if (isDone) return;
    if (isWaiting) {
      isWaiting = false;
      go();
    }
    while (!isWaiting && !(await isBlocked(database, pid)));
    if (failure !== null) throw failure;
  };
  return { step, done: () => isDone };
}
