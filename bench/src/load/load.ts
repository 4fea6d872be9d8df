import { Pool } from 'undici';

/** One request that a client sends; made anew for each. */
export interface Shot {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
  /** Sent as `Idempotency-Key`. */
  key?: string;
}

export interface LoadResult {
  /** Successful requests. */
  requests: number;
  /** Successful requests a second. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Target {
  origin: string;
  headers: Record<string, string>;
}

/**
 * `clients` connections, each sending its next request when it has its answer, for `seconds`. Anything but 2xx ends the run.
 * @param targets one, or several that the connections are spread over
 */
export async function load(
  targets: Target | readonly Target[],
  clients: number,
  seconds: number,
  shot: (n: number) => Shot,
): Promise<LoadResult> {
  const each = [targets].flat();
  const pools = each.map(({ origin }) => new Pool(origin, { connections: clients, pipelining: 1 }));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let n = 0;
  const client = async (number: number): Promise<void> => {
    const at = number % each.length;
    while (performance.now() < endsAt) {
      const next = shot(n++);
      const sentAt = performance.now();
      await send(pools[at], each[at], next);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const elapsedS = (performance.now() - startedAt) / 1000;
  await Promise.all(pools.map((pool) => pool.close()));
  return figuresOf(latencies, elapsedS);
}

/** @throws Error for anything but 2xx */
export async function send(pool: Pool, target: Target, { method, path, body, key }: Shot): Promise<void> {
  const headers = {
    ...target.headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const response = await pool.request({ method, path, body, headers });
  const text = await response.body.text();
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`);
}

/** @param latencies of all requests, in milliseconds; sorted here */
export function figuresOf(latencies: number[], elapsedS: number): LoadResult {
  latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
  return { requests: latencies.length, perSecond: latencies.length / elapsedS, p50Ms: at(0.5), p99Ms: at(0.99) };
}
