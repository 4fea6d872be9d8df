import type { ServiceChild } from './service-child';

/** Seventeen that start at once on two busy cores keep each other from being greeted in time by Postgres. */
const startedAtOnce = 4;
/** Of a process that ends at its start. */
const mostStarts = 4;

/** Starts processes, and resolves once each says that it is ready for work. */
export async function startAll(children: ServiceChild[]): Promise<void> {
  const waiting = [...children];
  const start = async (): Promise<void> => {
    for (let child = waiting.shift(); child; child = waiting.shift()) await startAgain(child);
  };
  const started = await Promise.allSettled(Array.from({ length: startedAtOnce }, start));
  for (const one of started) if (one.status === 'rejected') throw one.reason;
  // The first judgment of a scenario needs the engines, which the broker publishes.
  await Promise.all(children.map((child) => child.untilReady()));
}

/**
 * Starts a process anew that finds no database or no bus at its start, as its supervisor does in production: on a machine that
 * is busy they greet it too late. @throws when it ends as often as it is started
 */
async function startAgain(child: ServiceChild): Promise<void> {
  for (let left = mostStarts - 1; ; left -= 1) {
    try {
      return await child.start();
    } catch (error) {
      // Not ready in time is another matter.
      if (child.isRunning || left === 0) throw error;
      process.stderr.write(`Started again: ${(error as Error).message}\n`);
    }
  }
}
