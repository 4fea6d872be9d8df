import { BUS, DATABASE, HEALTH, LOGGER } from '@app/boot';
import { Bus } from '@app/bus';
import { tailMoved } from '@app/contracts/events';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readTail } from './tail.store';

/** While a poll waits, the service looks at the tail this often, since a broadcast may be lost. */
const pollMs = 1000;

/** Waits for the next event of an organization. Open it before you read the log, so that you miss no event. */
export interface Waiter {
  /** Resolves when the organization may have a new event, or after this time. */
  next(ms: number): Promise<void>;
  close(): void;
}

/**
 * Wakes long polls. A move of the tail costs one statement, however many polls wait; then only polls of organizations
 * with a new event read the log.
 */
@Injectable()
export class TailService {
  private readonly waiters = new Map<string, Set<() => void>>();
  private seen = { number: 0, day: '0001-01-01' };
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'feed-tail', idleMs: pollMs, logger, turn: () => this.look() });
    health.mustBeReady({ name: 'feed-tail', check: () => this.loop.stuckFor(30_000) });
  }

  start(): void {
    this.bus.onBroadcast(tailMoved, () => this.wake());
    this.loop.start();
  }

  /** Ends every wait, so that the process drains at once. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const organization of [...this.waiters.keys()]) this.release(organization);
  }

  /** Looks at the tail now: an event may have been recorded. */
  wake(): void {
    if (this.waiters.size > 0) this.loop.wake();
  }

  wait(organization: string): Waiter {
    let release: () => void = () => undefined;
    const moved = new Promise<void>((resolve) => (release = resolve));
    const waiters = this.waiters.get(organization) ?? new Set();
    this.waiters.set(organization, waiters.add(release));
    const close = (): void => {
      waiters.delete(release);
      if (waiters.size === 0 && this.waiters.get(organization) === waiters) this.waiters.delete(organization);
    };
    return { next: (ms) => within(moved, ms), close };
  }

  private async look(): Promise<boolean> {
    if (this.waiters.size === 0) return false;
    const { number, day, moved } = await readTail(this.database, [...this.waiters.keys()], this.seen);
    this.seen = { number: Number(number), day };
    moved.forEach((organization) => this.release(organization));
    return false;
  }

  private release(organization: string): void {
    const waiters = this.waiters.get(organization);
    this.waiters.delete(organization);
    waiters?.forEach((release) => release());
  }
}

/** Resolves with the promise, or after the time. */
async function within(moved: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([moved, late]);
  clearTimeout(timer);
}
