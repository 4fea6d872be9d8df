import { HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { TallyStore } from './tally.store';

const idleMs = 10 * 60_000;

/** Keeps the tally as short as two days of minutes and hours. */
@Injectable()
export class TallySweepWorker {
  private readonly loop: Loop;

  constructor(store: TallyStore, @Inject(LOGGER) logger: Logger, @Inject(HEALTH) health: Health) {
    const turn = async (): Promise<boolean> => {
      await store.sweep();
      return false;
    };
    this.loop = new Loop({ name: 'webhook-tally', idleMs, logger, turn });
    health.mustBeReady({ name: 'webhook-tally', check: () => this.loop.stuckFor(10 * idleMs) });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }
}
