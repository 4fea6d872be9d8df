import { CLOCK } from '@app/boot';
import type { Clock } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AdmissionDatabase } from '../../admission/database/admission-database';
import { BatchedReader } from '../../admission/database/batched-reader';
import { RevisionWatch } from '../../admission/database/revision-watch';
import { Principal } from '../principal/principal';
import { ApiKey, isLive, principalOf } from './key';
import { findKeys, readKeysChangedBetween } from './key.store';
import { bearerOf, matches, publicIdOf } from './token';

/** A cached key, and who makes its requests. */
interface CachedKey {
  key: ApiKey;
  principal: Principal;
}

const maxKnown = 100_000;
const maxUnknown = 10_000;
/** How long an unknown key is remembered if the poll misses that it was made. */
const unknownMs = 30_000;

/**
 * Caches keys in memory; `RevisionWatch` applies every change within half a second. Keys that are not cached are read
 * together; an unknown one is remembered. Expiry is checked at each use.
 */
@Injectable()
export class KeyRing {
  private readonly known = new LRUCache<string, CachedKey>({ max: maxKnown });
  private readonly unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownMs });
  private readonly reader: BatchedReader<ApiKey>;

  constructor(
    private readonly database: AdmissionDatabase,
    private readonly watch: RevisionWatch,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.reader = new BatchedReader((ids) => findKeys(database, ids));
    watch.onChange((after, upTo) => this.readChanges(after, upTo));
  }

  /**
   * Who sends an `Authorization` header: at once when the key is cached, else after one read. When no comparison succeeded
   * for 5 s, the keys are compared first, so that a key that was revoked meanwhile is not admitted.
   * @throws Problem `unauthorized`, or `unavailable` when the database does not answer
   */
  authenticate(header: string | undefined): Principal | Promise<Principal> {
    const token = bearerOf(header);
    const publicId = token === null ? null : publicIdOf(token);
    if (token === null || publicId === null) throw unauthorized();
    if (!this.watch.isTrusted) return this.watch.compare().then(() => this.find(token, publicId));
    return this.find(token, publicId);
  }

  private find(token: string, publicId: string): Principal | Promise<Principal> {
    const known = this.known.get(publicId);
    if (known) return this.verified(token, known);
    if (this.unknown.has(publicId)) return this.verified(token, null);
    return this.load(publicId).then((loaded) => this.verified(token, loaded));
  }

  private verified(token: string, cached: CachedKey | null): Principal {
    if (matches(token, cached?.key.hash) && cached && isLive(cached.key, this.clock.now())) return cached.principal;
    throw unauthorized();
  }

  private async load(publicId: string): Promise<CachedKey | null> {
    for (;;) {
      const { found: key, revision } = await this.reader.read(publicId);
      // The watch has applied a later revision meanwhile, which may revoke this key: read again.
      if (revision < this.watch.revision) continue;
      if (key) return this.keep(key);
      this.unknown.set(publicId, true);
      return null;
    }
  }

  private keep(key: ApiKey): CachedKey {
    const cached = { key, principal: principalOf(key) };
    this.known.set(key.publicId, cached);
    this.unknown.delete(key.publicId);
    return cached;
  }

  private async readChanges(after: number, upTo: number): Promise<() => void> {
    const keys = await readKeysChangedBetween(this.database, after, upTo);
    return () => {
      for (const key of keys) {
        this.unknown.delete(key.publicId);
        if (this.known.has(key.publicId)) this.keep(key);
      }
    };
  }
}

function unauthorized(): Problem {
  return new Problem('unauthorized', 'Send a valid API key as `Authorization: Bearer <key>`.');
}
