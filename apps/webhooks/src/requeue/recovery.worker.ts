import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Waker, logWork, msSince } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DispatchService } from '../sender/dispatch.service';
import { EndedRecovery, stepRecovery } from './recovery.store';

/** Puts the deliveries back that `recover` has counted, some at a time, so that no lock of an endpoint's turn is held long. */
@Injectable()
export class RecoveryWorker extends Waker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly dispatch: DispatchService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  /** One step. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    const found = await stepRecovery(this.database, (ended) => this.logEnd(ended));
    if (found) this.dispatch.wake();
    return found;
  }

  private logEnd({ endpointId, askedAt }: EndedRecovery): void {
    logWork(this.logger, 'walk.ended', () => ({
      walk: 'recovery',
      outcome: 'ended',
      endpoint: endpointId,
      ms: msSince(askedAt),
    }));
  }
}
