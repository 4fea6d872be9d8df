import { Client } from 'undici';

/**
 * Connections that are kept for the next delivery to the same origin at the same checked addresses.
 *
 * Each attempt first resolves and checks the name. It uses a kept connection only when the origin and the whole set of
 * addresses are those for which the connection was opened. So a name that moved, or that now has an address that is not
 * public, never gets a kept connection. Idle connections close after `keepAliveMs`.
 */
export class IdleConnections {
  private readonly byKey = new Map<string, Client[]>();
  private readonly watchers = new Map<Client, () => void>();
  private isClosed = false;

  /** @param max how many connections are kept; beyond it, the one that was used longest ago is closed */
  constructor(private readonly max: number) {}

  /** Hands the connection that was used last for the key to the caller. */
  take(key: string): Client | undefined {
    const client = this.byKey.get(key)?.at(-1);
    if (client) this.remove(key, client);
    return client;
  }

  keep(key: string, client: Client): void {
    if (this.isClosed || !client.stats.connected) {
      discard(client);
      return;
    }
    // The key goes to the end of the map, so the first key is the one used longest ago.
    const clients = this.byKey.get(key) ?? [];
    this.byKey.delete(key);
    this.byKey.set(key, [...clients, client]);
    const onDisconnect = (): void => {
      this.remove(key, client);
      discard(client);
    };
    this.watchers.set(client, onDisconnect);
    client.once('disconnect', onDisconnect);
    if (this.size > this.max) this.dropOldest();
  }

  get size(): number {
    return this.watchers.size;
  }

  close(): void {
    this.isClosed = true;
    while (this.size > 0) this.dropOldest();
  }

  private dropOldest(): void {
    for (const [key, [client]] of this.byKey) {
      if (client) {
        this.remove(key, client);
        discard(client);
      }
      return;
    }
  }

  private remove(key: string, client: Client): void {
    const watcher = this.watchers.get(client);
    if (!watcher) return;
    this.watchers.delete(client);
    client.removeListener('disconnect', watcher);
    const left = (this.byKey.get(key) ?? []).filter((other) => other !== client);
    if (left.length > 0) this.byKey.set(key, left);
    else this.byKey.delete(key);
  }
}

/** Closes a connection at once, without waiting. */
export function discard(client: Client): void {
  client.destroy(null, () => undefined);
}
