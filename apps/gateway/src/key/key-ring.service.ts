import { CLOCK, LOGGER } from '@app/boot';
import { Caller } from '@app/contracts';
import type { Clock, Logger } from '@app/observability';
import { Loop } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AdmissionDatabase } from '../admission-database/admission-database';
import { ApiKey, callerOf, isLive } from './key';
import { KeyReader } from './key-reader';
import { keysChangedBetween, latestRevision } from './key.store';
import { bearerOf, matches, publicIdOf } from './token';

/** A cached key with the identity that its requests carry. */
export interface CachedKey {
  key: ApiKey;
  caller: Caller;
}

const maxKnown = 100_000;
const maxUnknown = 10_000;
/** How long an unknown key is remembered if the poll misses that it was made. */
const unknownMs = 30_000;
const pollMs = 400;
/** Cached keys that were compared with the database longer ago than this are compared before the next is admitted. */
const trustedMs = 5000;

/**
 * Caches keys in memory. A poll of the revision applies every change within half a second. Keys that are
 * not cached are read together; an unknown one is remembered. Expiry is checked at each use.
 */
@Injectable()
export class KeyRing {
  private readonly known = new LRUCache<string, CachedKey>({ max: maxKnown });
  private readonly unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownMs });
  private readonly reader: KeyReader;
  private readonly loop: Loop;
  private revision = 0;
  /** When the latest successful comparison was sent, in milliseconds of `performance.now()`. */
  private comparedAtMs = -Infinity;
  private comparing: Promise<void> | undefined;

  constructor(
    private readonly database: AdmissionDatabase,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.reader = new KeyReader(database);
    this.loop = new Loop({ name: 'key ring', idleMs: pollMs, logger, turn: () => this.poll() });
  }

  async start(): Promise<void> {
    const sentAtMs = performance.now();
    this.revision = await latestRevision(this.database);
    this.comparedAtMs = sentAtMs;
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /**
   * The key of an `Authorization` header: at once when it is cached, else after one read. When no comparison succeeded
   * for 5 s, the keys are compared first, so that a key that was revoked meanwhile is not admitted.
   * @throws Problem `unauthorized`, or `unavailable` when the database does not answer
   */
  authenticate(header: string | undefined): CachedKey | Promise<CachedKey> {
    const token = bearerOf(header);
    const publicId = token === null ? null : publicIdOf(token);
    if (token === null || publicId === null) throw unauthorized();
    if (performance.now() - this.comparedAtMs > trustedMs) return this.compare().then(() => this.find(token, publicId));
    return this.find(token, publicId);
  }

  private find(token: string, publicId: string): CachedKey | Promise<CachedKey> {
    const known = this.known.get(publicId);
    if (known) return this.verified(token, known);
    if (this.unknown.has(publicId)) return this.verified(token, null);
    return this.load(publicId).then((loaded) => this.verified(token, loaded));
  }

  private verified(token: string, cached: CachedKey | null): CachedKey {
    if (matches(token, cached?.key.hash) && cached && isLive(cached.key, this.clock.now())) return cached;
    throw unauthorized();
  }

  private async load(publicId: string): Promise<CachedKey | null> {
    for (;;) {
      const { key, revision } = await this.reader.read(publicId);
      // The poll has applied a later revision meanwhile, which may revoke this key: read again.
      if (revision < this.revision) continue;
      if (key) return this.keep(key);
      this.unknown.set(publicId, true);
      return null;
    }
  }

  private keep(key: ApiKey): CachedKey {
    const cached = { key, caller: callerOf(key) };
    this.known.set(key.publicId, cached);
    this.unknown.delete(key.publicId);
    return cached;
  }

  private async poll(): Promise<boolean> {
    await this.compare();
    return false;
  }

  /** Applies the changes since the latest comparison. Callers that come meanwhile share it. */
  private compare(): Promise<void> {
    this.comparing ??= this.applyChanges().finally(() => (this.comparing = undefined));
    return this.comparing;
  }

  private async applyChanges(): Promise<void> {
    const sentAtMs = performance.now();
    const latest = await latestRevision(this.database);
    if (latest !== this.revision) {
      for (const key of await keysChangedBetween(this.database, this.revision, latest)) {
        this.unknown.delete(key.publicId);
        if (this.known.has(key.publicId)) this.keep(key);
      }
      this.revision = latest;
    }
    this.comparedAtMs = sentAtMs;
  }
}

function unauthorized(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer <key>`.');
}
