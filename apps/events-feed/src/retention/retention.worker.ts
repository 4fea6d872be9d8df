import { HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from './partition.store';

const idleMs = 60_000;

/** Keeps tomorrow's partition ready and lets days go whose time is over. */
@Injectable()
export class RetentionWorker {
  private readonly loop: Loop;

  constructor(
    private readonly store: PartitionStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'feed-retention', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'feed-retention', check: () => this.loop.stuckFor(10 * idleMs) });
  }

  async start(): Promise<void> {
    await this.store.makeAhead();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One round; true when another should follow at once. */
  async turn(): Promise<boolean> {
    await this.store.makeAhead();
    const dropped = await this.store.dropOldest();
    const forgotten = await this.store.forgetKeys();
    return dropped || forgotten;
  }
}
