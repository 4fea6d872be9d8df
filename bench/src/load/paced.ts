import { Pool } from 'undici';
import { LoadResult, Shot, Target, figuresOf, send } from './load';

const connections = 64;

/**
 * Requests at a steady rate, whether earlier ones were answered or not. Latencies count from the moment at which a request
 * was due, so one that had to wait for a connection shows that. Anything but 2xx ends the run.
 */
export async function paced(
  target: Target,
  rate: number,
  seconds: number,
  shot: (n: number) => Shot,
): Promise<LoadResult> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const startedAt = performance.now();
  const one = async (n: number): Promise<void> => {
    const dueAt = startedAt + (1000 * n) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    await send(pool, target, shot(n));
    latencies.push(performance.now() - dueAt);
  };
  try {
    await Promise.all(Array.from({ length: Math.ceil(rate * seconds) }, (_, n) => one(n)));
    return figuresOf(latencies, (performance.now() - startedAt) / 1000);
  } finally {
    await pool.close();
  }
}
