import { HEALTH, LOGGER } from '@app/boot';
import { Health, type Logger, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { WalkService } from './walk.service';

const idleMs = 1000;
const stuckMs = 60_000;

/** Goes on with walks that take longer than their request waits, and with walks whose process was killed. */
@Injectable()
export class WalkWorker {
  private readonly loop: Loop;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(HEALTH) health: Health, walks: WalkService) {
    this.loop = new Loop({
      name: 'subscription-walk',
      idleMs,
      logger,
      look: () => walks.areFree(),
      turn: () => walks.turn(),
    });
    health.mustBeReady({ name: 'subscription-walk', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
