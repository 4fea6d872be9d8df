import type { ServiceChild } from './service-child';

/** Seventeen that start at once on two busy cores keep each other from being greeted in time by Postgres. */
const startedAtOnce = 4;

/** Starts processes, and resolves once each says that it is ready for work. */
export async function startAll(children: ServiceChild[]): Promise<void> {
  const waiting = [...children];
  const start = async (): Promise<void> => {
    for (let child = waiting.shift(); child; child = waiting.shift()) await child.start();
  };
  const started = await Promise.allSettled(Array.from({ length: startedAtOnce }, start));
  for (const one of started) if (one.status === 'rejected') throw one.reason;
  // The first judgment of a scenario needs the engines, which the broker publishes.
  await Promise.all(children.map((child) => child.untilReady()));
}
