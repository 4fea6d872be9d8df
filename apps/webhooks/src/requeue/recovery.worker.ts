import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Health, Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DispatchService } from '../sender/dispatch.service';
import { stepRecovery } from './recovery.store';

const idleMs = 30_000;

/** Puts the deliveries back that `recover` has counted, some at a time, so that no lock of an endpoint's turn is held long. */
@Injectable()
export class RecoveryWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly dispatch: DispatchService,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'webhook-recovery', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'webhook-recovery', check: () => this.loop.stuckFor(10 * idleMs) });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /** One step. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    const found = await stepRecovery(this.database);
    if (found) this.dispatch.wake();
    return found;
  }
}
