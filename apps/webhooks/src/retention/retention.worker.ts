import { EFFECTS, HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Effects } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from './partition.store';

const idleMs = 30_000;

/** Makes tomorrow's partitions, and deletes old days, the deliveries of deleted endpoints and old kept responses. */
@Injectable()
export class RetentionWorker {
  private readonly loop: Loop;

  constructor(
    private readonly partitions: PartitionStore,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'webhook-retention', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'webhook-retention', check: () => this.loop.stuckFor(10 * idleMs) });
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
    await this.effects.sweep();
    const dropped = await this.partitions.dropOldest();
    const removed = await this.partitions.removeGone();
    return dropped || removed;
  }
}
