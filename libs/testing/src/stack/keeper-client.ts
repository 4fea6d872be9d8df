import { integer, json, readConfig } from '@app/config';
import { request } from 'undici';
import type { KeeperOrders } from './keeper-orders';

/** Asks a keeper from a test's process. */
export class KeeperClient {
  constructor(private readonly url: string) {}

  /** @throws with the keeper's own words when it cannot do what was ordered */
  async ask<K extends keyof KeeperOrders>(
    order: K,
    ...args: Parameters<KeeperOrders[K]>
  ): Promise<Awaited<ReturnType<KeeperOrders[K]>>> {
    const reply = await request(`${this.url}/${order}`, {
      method: 'POST',
      body: JSON.stringify(args),
      // A stack opens, and a process ends, when it does: the test's own limit holds.
      headersTimeout: 0,
    });
    const { result, error } = (await reply.body.json()) as { result?: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return result as Awaited<ReturnType<KeeperOrders[K]>>;
  }
}

/** The keeper of this Jest worker. @throws when the set-up of project `e2e` left none for it */
export function workersKeeper(): KeeperClient {
  const { keepers, worker } = readConfig({
    keepers: json('E2E_KEEPERS', { meaning: 'addresses of the stack keepers, one a Jest worker', check: addresses }),
    worker: integer('JEST_WORKER_ID', {
      meaning: 'number of this Jest worker, from 1',
      fallback: 1,
      min: 1,
      max: 1_000,
    }),
  });
  const url = keepers[worker - 1];
  if (url === undefined) throw new Error(`E2E_KEEPERS has no address for worker ${worker}: run with fewer workers.`);
  return new KeeperClient(url);
}

function addresses(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    throw new Error('must be a JSON list of addresses');
  }
  return value;
}
