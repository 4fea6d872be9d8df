import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import type { AttributePair } from '@app/filter';
import type { Clock, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  KeptPair,
  dropUnused,
  lockAloneSoon,
  makePair,
  markUsed,
  mostOfNamespace,
  readPairs,
} from './pair-index.store';
import { NamespacePair, PairUse } from './pair-use';

const namespacesInMemory = 5_000;
/** How long a process believes what it read of a namespace's pairs. A query finds out for itself when one is not ready any more. */
const believedMs = 30_000;
const dropEveryMs = 3_600_000;
const droppedTogether = 1_000;
/** Pairs that queries have read and that wait to be marked. */
const mostUsed = 10_000;

interface Known {
  pairs: readonly KeptPair[];
  readMs: number;
}

/** The pairs of attributes whose rows are kept: which of them queries may read, and which of them queries want. */
@Injectable()
export class PairsService {
  private readonly known = new LRUCache<string, Known>({ max: namespacesInMemory });
  private readonly use = new PairUse();
  private used = new Set<string>();
  private droppedMs = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The kept pair of two attributes; null when there is none. */
  async find(namespaceId: string, pair: AttributePair): Promise<KeptPair | null> {
    const { pairs } = await this.readPairsOf(namespaceId);
    return pairs.find((one) => isSame(one, pair)) ?? null;
  }

  /** Lets the next query read again which pairs a namespace has. */
  forget(namespaceId: string): void {
    this.known.delete(namespaceId);
  }

  /** Notes that a query read a pair. */
  noteUsed(id: string): void {
    if (this.used.size < mostUsed) this.used.add(id);
  }

  /** Notes a query that a pair would have served. @param looked rows of the equality that it looked at */
  noteMissed(pair: NamespacePair, looked: number): void {
    const known = this.known.get(pair.namespaceId);
    const isPointless =
      known && (known.pairs.length >= mostOfNamespace || known.pairs.some((one) => isSame(one, pair)));
    if (!isPointless) this.use.note(pair, looked, this.clock.now());
  }

  /** Makes the pairs that queries want, marks those that they read, and has unused ones dropped. */
  async keep(): Promise<void> {
    const { used } = this;
    this.used = new Set();
    if (used.size > 0) await markUsed(this.database, [...used]);
    for (const pair of this.use.takeWanted()) await this.make(pair);
    const nowMs = this.clock.now();
    if (nowMs - this.droppedMs < dropEveryMs) return;
    this.droppedMs = nowMs;
    await dropUnused(this.database, droppedTogether);
  }

  private async make(pair: NamespacePair): Promise<void> {
    const { namespaceId } = pair;
    const pairs = await readPairs(this.database, namespaceId);
    // Writes wait for the lock, so it is taken only where there is room.
    if (pairs.length < mostOfNamespace && !pairs.some((one) => isSame(one, pair))) await this.makeAlone(pair);
    this.forget(namespaceId);
  }

  private async makeAlone(pair: NamespacePair): Promise<void> {
    try {
      await this.database.transaction('documents.pair-make', async (tx) => {
        await lockAloneSoon(tx, pair.organization);
        await makePair(tx, pair);
      });
    } catch (error) {
      const { organization, namespaceId } = pair;
      this.logger.warn(
        { err: error, organization, namespaceId },
        'a pair of attributes is made when queries want it again',
      );
    }
  }

  private async readPairsOf(namespaceId: string): Promise<Known> {
    const nowMs = this.clock.now();
    const known = this.known.get(namespaceId);
    if (known && nowMs - known.readMs < believedMs) return known;
    const read = { pairs: await readPairs(this.database, namespaceId), readMs: nowMs };
    this.known.set(namespaceId, read);
    return read;
  }
}

function isSame(one: AttributePair, other: AttributePair): boolean {
  return one.equal === other.equal && one.ordered === other.ordered;
}
