import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { sweepTally } from './tally.store';

const idleMs = 10 * 60_000;

/** Deletes rows of the tally that no figure needs any more. */
@Injectable()
export class TallySweepWorker {
  private readonly loop: Loop;

  constructor(@Inject(DATABASE) database: Database, @Inject(LOGGER) logger: Logger, @Inject(HEALTH) health: Health) {
    const turn = async (): Promise<boolean> => {
      await sweepTally(database);
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
