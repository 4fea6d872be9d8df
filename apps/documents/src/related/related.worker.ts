import { DATABASE, HEALTH, LOGGER } from '@app/boot';
import { Health, type Logger, Loop } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DrainService } from './drain.service';
import { nextNamespace } from './inbox.store';

const idleMs = 500;
const stuckMs = 60_000;
/** No namespace has it; all have greater ones. */
const beforeAll = '0';

/** Moves the related changes of namespaces on, one namespace after the other. */
@Injectable()
export class RelatedWorker {
  private readonly loop: Loop;
  private last = beforeAll;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    private readonly drains: DrainService,
  ) {
    this.loop = new Loop({ name: 'related', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'related', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Goes once through the namespaces that have related changes. @returns whether one has more of them */
  async turn(): Promise<boolean> {
    let hasMore = false;
    for (;;) {
      const next = await nextNamespace(this.database, this.last);
      this.last = next ?? beforeAll;
      if (next === null) return hasMore;
      if (await this.drains.drain(next)) hasMore = true;
    }
  }
}
