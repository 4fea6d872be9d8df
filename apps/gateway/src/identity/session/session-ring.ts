import { CLOCK } from '@app/boot';
import type { Clock } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AdmissionDatabase } from '../../admission/database/admission-database';
import { BatchedReader } from '../../admission/database/batched-reader';
import { RevisionWatch } from '../../admission/database/revision-watch';
import { Principal } from '../principal/principal';
import { StoredSession, principalOf } from './session';
import { hashOfToken } from './session-token';
import { findSessions, readSessionsChangedBetween, slideSession } from './session.store';

interface Cached {
  session: StoredSession;
  principal: Principal;
  sliding: boolean;
}

const maxKnown = 20_000;
const maxUnknown = 10_000;
/** How long a token without a session is remembered. */
const unknownMs = 30_000;
/** A session in use moves its end at most this often. */
const slideEveryMs = 5 * 60_000;

/** Caches sessions in memory as the key ring caches keys: a change drops them within half a second on every gateway. */
@Injectable()
export class SessionRing {
  private readonly known = new LRUCache<string, Cached>({ max: maxKnown });
  private readonly unknown = new LRUCache<string, true>({ max: maxUnknown, ttl: unknownMs });
  private readonly reader: BatchedReader<StoredSession>;

  constructor(
    private readonly database: AdmissionDatabase,
    private readonly watch: RevisionWatch,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.reader = new BatchedReader((hashes) => findSessions(database, hashes));
    watch.onChange((after, upTo) => this.readChanges(after, upTo));
  }

  /**
   * Who makes the requests of a session: at once when it is cached, else after one read.
   * @throws Problem `unauthorized` without a live session, or `unavailable` when the database does not answer
   */
  authenticate(token: string): Principal | Promise<Principal> {
    const hash = hashOfToken(token);
    if (hash === null) throw unauthorized();
    const name = hash.toString('hex');
    if (!this.watch.isTrusted) return this.watch.compare().then(() => this.find(hash, name));
    return this.find(hash, name);
  }

  private find(hash: Buffer, name: string): Principal | Promise<Principal> {
    const cached = this.known.get(name);
    const nowMs = this.clock.now();
    if (cached && cached.session.expiresAtMs > nowMs) {
      if (nowMs - cached.session.seenAtMs > slideEveryMs && !cached.sliding) return this.slide(hash, name, cached);
      return cached.principal;
    }
    if (!cached && this.unknown.has(name)) throw unauthorized();
    // Another gateway may have moved the end of a session that is over by this copy.
    return this.load(name).then((found) => {
      if (found) return found.principal;
      throw unauthorized();
    });
  }

  private async slide(hash: Buffer, name: string, cached: Cached): Promise<Principal> {
    cached.sliding = true;
    try {
      const moved = await slideSession(this.database, hash);
      if (!moved) {
        this.known.delete(name);
        throw unauthorized();
      }
      Object.assign(cached.session, moved);
      return cached.principal;
    } finally {
      cached.sliding = false;
    }
  }

  private async load(name: string): Promise<Cached | null> {
    for (;;) {
      const { found: session, revision } = await this.reader.read(name);
      // The watch has applied a later revision meanwhile, which may end this session: read again.
      if (revision < this.watch.revision) continue;
      if (session) {
        const cached = { session, principal: principalOf(session), sliding: false };
        this.known.set(name, cached);
        this.unknown.delete(name);
        return cached;
      }
      this.known.delete(name);
      this.unknown.set(name, true);
      return null;
    }
  }

  private async readChanges(after: number, upTo: number): Promise<() => void> {
    const names = await readSessionsChangedBetween(this.database, after, upTo);
    return () => {
      for (const name of names) {
        this.known.delete(name);
        this.unknown.delete(name);
      }
    };
  }
}

export function unauthorized(): Problem {
  return new Problem('unauthorized', 'The session has ended; sign in again.');
}
