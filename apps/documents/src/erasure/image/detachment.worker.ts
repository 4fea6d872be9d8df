import { HEALTH, LOGGER } from '@app/boot';
import { Health, type Logger, Loop } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { DetachmentService } from './detachment.service';

const idleMs = 5_000;
const stuckMs = 60_000;

/** Continues to detach erased images, also when the process that erased one was killed before it detached it. */
@Injectable()
export class DetachmentWorker {
  private readonly loop: Loop;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(HEALTH) health: Health, detachment: DetachmentService) {
    this.loop = new Loop({ name: 'image-detachment', idleMs, logger, turn: () => detachment.next() });
    health.mustBeReady({ name: 'image-detachment', check: () => this.loop.stuckFor(stuckMs) });
    detachment.onWake(() => this.loop.wake());
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
