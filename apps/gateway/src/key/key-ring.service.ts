import { Caller } from '@app/contracts';
import { Clock, Logger, Loop } from '@app/observability';
import { Problem } from '@app/problem';
import { LRUCache } from 'lru-cache';
import { ApiKey, callerOf, isLive } from './key';
import { KeyStore } from './key.store';
import { bearerOf, matches, publicIdOf } from './token';

/** A key that was let in: what admission needs of it, made once a change. */
export interface RingKey {
  key: ApiKey;
  caller: Caller;
}

const maxKnown = 100_000;
const maxUnknown = 10_000;
/** A key that is not there may be made at any moment; the poll tells of it, this bounds what the poll cannot. */
const unknownMs = 30_000;
const pollMs = 400;

/**
 * Keys in memory, checked against the database: a poll of the revision brings every change within half a second, an
 * unknown key costs one read and is remembered, and expiry is checked at each use.
 */
export class KeyRing {
  private readonly known = new LRUCache<string, RingKey>({ max: maxKnown });
  private readonly unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownMs });
  private readonly loading = new Map<string, Promise<RingKey | null>>();
  private readonly loop: Loop;
  private revision = 0;

  constructor(
    private readonly store: KeyStore,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.loop = new Loop({ name: 'key ring', idleMs: pollMs, logger, turn: () => this.poll() });
  }

  async start(): Promise<void> {
    this.revision = await this.store.revision();
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  stuck(): string | null {
    return this.loop.stuckFor(30_000);
  }

  /**
   * The key of an `Authorization` header; at once when it is known, else after one read.
   * @throws Problem `unauthorized`
   */
  admit(header: string | undefined): RingKey | Promise<RingKey> {
    const token = bearerOf(header);
    const publicId = token === null ? null : publicIdOf(token);
    if (token === null || publicId === null) throw refused();
    const known = this.known.get(publicId);
    if (known) return this.checked(token, known);
    if (this.unknown.has(publicId)) return this.checked(token, null);
    return this.load(publicId).then((loaded) => this.checked(token, loaded));
  }

  private checked(token: string, ring: RingKey | null): RingKey {
    if (matches(token, ring?.key.hash) && ring && isLive(ring.key, this.clock.now())) return ring;
    throw refused();
  }

  private load(publicId: string): Promise<RingKey | null> {
    const under = this.loading.get(publicId);
    if (under) return under;
    const work = this.read(publicId).finally(() => this.loading.delete(publicId));
    this.loading.set(publicId, work);
    return work;
  }

  private async read(publicId: string): Promise<RingKey | null> {
    for (;;) {
      const { key, seen } = await this.store.find(publicId);
      // Older than what the poll has applied meanwhile: a revocation may have come between, so read again.
      if (seen < this.revision) continue;
      if (key) return this.keep(key);
      this.unknown.set(publicId, true);
      return null;
    }
  }

  private keep(key: ApiKey): RingKey {
    const ring = { key, caller: callerOf(key) };
    this.known.set(key.publicId, ring);
    this.unknown.delete(key.publicId);
    return ring;
  }

  private async poll(): Promise<boolean> {
    const latest = await this.store.revision();
    if (latest === this.revision) return false;
    for (const key of await this.store.changedBetween(this.revision, latest)) {
      this.unknown.delete(key.publicId);
      if (this.known.has(key.publicId)) this.keep(key);
    }
    this.revision = latest;
    return false;
  }
}

function refused(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer <key>`.');
}
