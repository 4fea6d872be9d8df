import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readRecordedSince } from '../../answer/answer.store';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { dropRefusedRows } from '../pending/dequeue.store';
import { readWaitingRows } from '../pending/pending.store';
import { Expected, Waiter, keyOf } from './waiter';

const pollMs = 250;
/** Answers that one look asks for. */
const answersPerLook = 5_000;

/** An answer that a reader of this process still expects. */
interface Missing extends Expected {
  waiter: Waiter;
  key: string;
  namespaceId: string;
  since: Date;
}

interface Waiting {
  since: Date;
  joinedAtMs: number;
}

/**
 * Looks for what other replicas do with the answers that readers of this process wait for. One look serves all readers, so
 * their number costs no connection; what this process records itself reaches them at once.
 */
@Injectable()
export class WaiterPoll {
  private readonly waiting = new Map<Waiter, Waiting>();
  /** Rows that the last look did not find in the queue. */
  private lastGone = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Waits until a reader expects nothing more, at most until a moment of this process's clock. */
  async wait(waiter: Waiter, since: Date, untilMs: number): Promise<void> {
    this.waiting.set(waiter, { since, joinedAtMs: Date.now() });
    this.timer ??= setTimeout(() => void this.look(), pollMs);
    let end: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (end = setTimeout(resolve, Math.max(0, untilMs - Date.now()))));
    await Promise.race([waiter.settled, late]);
    clearTimeout(end);
    this.waiting.delete(waiter);
  }

  private async look(): Promise<void> {
    try {
      const missing = this.missing();
      for (let at = 0; at < missing.length; at += answersPerLook) {
        await this.settle(missing.slice(at, at + answersPerLook));
      }
    } catch (error) {
      this.logger.warn({ err: error, readers: this.waiting.size }, 'readers are not looked after');
    }
    this.timer = this.waiting.size > 0 ? setTimeout(() => void this.look(), pollMs) : undefined;
  }

  private missing(): Missing[] {
    const joinedBefore = Date.now() - pollMs;
    return [...this.waiting].flatMap(([waiter, { since, joinedAtMs }]) => {
      const { namespaceId } = waiter;
      if (joinedAtMs > joinedBefore) return [];
      return waiter.missing.map((one) => ({ ...one, waiter, key: keyOf(namespaceId, one), namespaceId, since }));
    });
  }

  /** The queue is read before the records: what has left it in between is found as a record. */
  private async settle(missing: readonly Missing[]): Promise<void> {
    if (missing.length === 0) return;
    const paused = await this.namespaces.readPausedAmong(new Set(missing.map(({ namespaceId }) => namespaceId)));
    const rows = await readWaitingRows(this.db, missing);
    for (const [i, answer] of await readRecordedSince(this.db, missing)) missing[i].waiter.take(missing[i].key, answer);
    const refused = missing.filter(({ namespaceId }, i) => paused.has(namespaceId) && !rows[i]?.isClaimed);
    await dropRefusedRows(this.db, refused);
    for (const { waiter, key } of refused) waiter.refuse(key, 'budget_exceeded');
    this.closeGone(missing.filter((_, i) => rows[i] === null));
  }

  /**
   * Rows without a record have left the queue with their document or judgment. The second look decides: a row that was
   * refused for lack of money is gone a moment before the pause is known here.
   */
  private closeGone(gone: readonly Missing[]): void {
    for (const { waiter, key } of gone) if (this.lastGone.has(key)) waiter.close(key);
    this.lastGone = new Set(gone.map(({ key }) => key));
  }
}
