import { HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from './partition.store';

const idleMs = 60_000;

/** Makes tomorrow's partition, and drops the partitions of days that are no longer kept. */
@Injectable()
export class RetentionWorker {
  private readonly loop: Loop;

  constructor(
    private readonly partitions: PartitionStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'feed-retention', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'feed-retention', check: () => this.loop.stuckFor(10 * idleMs) });
  }

  async start(): Promise<void> {
    await this.partitions.makeAhead();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One round. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    await this.partitions.makeAhead();
    const dropped = await this.partitions.dropOldest();
    const forgotten = await this.partitions.forgetKeys();
    return dropped || forgotten;
  }
}
