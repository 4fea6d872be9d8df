import { BUS, DATABASE, HEALTH, LOGGER } from '@app/boot';
import { Bus } from '@app/bus';
import { tailMoved } from '@app/contracts';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';

/** Broadcasts may be lost: this often the tail is looked at while someone waits. */
const pollMs = 1000;

/** Which of the waiting organizations have news behind a number; tail and news from one snapshot. */
const look = {
  name: 'feed-look',
  text: `select t.number, array(
      select o from unnest($1::text[]) o where exists (
        select from event e where e.organization = o and e.day >= $2::date and (e.day, e.number) > ($2::date, $3::bigint))
    ) as moved, t.day::text as day from feed_tail t`,
};

interface Look {
  number: string;
  day: string;
  moved: string[];
}

/** A place in the queue of those who wait for news of an organization: taken before the log is read. */
export interface Watch {
  /** Ends when there may be news, or after the time. */
  news(ms: number): Promise<void>;
  end(): void;
}

/**
 * Wakes long polls. However many wait, a move of the tail costs one statement; then only those read whose organization
 * has news.
 */
@Injectable()
export class Tail {
  private readonly watchers = new Map<string, Set<() => void>>();
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

  /** Lets all who wait go, so that the process drains at once. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const organization of [...this.watchers.keys()]) this.release(organization);
  }

  wake(): void {
    if (this.watchers.size > 0) this.loop.wake();
  }

  watch(organization: string): Watch {
    let release: () => void = () => undefined;
    const moved = new Promise<void>((resolve) => (release = resolve));
    const watchers = this.watchers.get(organization) ?? new Set();
    this.watchers.set(organization, watchers.add(release));
    const end = (): void => {
      watchers.delete(release);
      if (watchers.size === 0 && this.watchers.get(organization) === watchers) this.watchers.delete(organization);
    };
    return { news: (ms) => within(moved, ms), end };
  }

  private async look(): Promise<boolean> {
    if (this.watchers.size === 0) return false;
    const { number, day } = this.seen;
    const { rows } = await this.database.query<Look>(look, [[...this.watchers.keys()], day, number]);
    const [found] = rows;
    this.seen = { number: Number(found.number), day: found.day };
    found.moved.forEach((organization) => this.release(organization));
    return false;
  }

  private release(organization: string): void {
    const watchers = this.watchers.get(organization);
    this.watchers.delete(organization);
    watchers?.forEach((release) => release());
  }
}

async function within(moved: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([moved, late]);
  clearTimeout(timer);
}
