import type { ServiceChild } from './service-child';

/** Seventeen that start at once on two busy cores keep each other from being greeted in time by Postgres. */
const startedAtOnce = 4;

/** Starts processes, and resolves once each says that it is ready for work. */
export async function startAll(children: ServiceChild[]): Promise<void> {
  const waiting = [...children];
  const start = async (): Promise<void> => {
    for (let child = waiting.shift(); child; child = waiting.shift()) await startTwice(child);
  };
  const started = await Promise.allSettled(Array.from({ length: startedAtOnce }, start));
  for (const one of started) if (one.status === 'rejected') throw one.reason;
  // The first judgment of a scenario needs the engines, which the broker publishes.
  await Promise.all(children.map((child) => child.untilReady()));
}

/**
 * Starts a process that finds no database or no bus at its start a second time, as whoever runs it in production does: on a
 * machine that is busy they greet it too late. @throws when it ends twice
 */
async function startTwice(child: ServiceChild): Promise<void> {
  try {
    await child.start();
  } catch (error) {
    // Not ready in time is another matter.
    if (child.isRunning) throw error;
    process.stderr.write(`Started a second time: ${(error as Error).message}\n`);
    await child.start();
  }
}
