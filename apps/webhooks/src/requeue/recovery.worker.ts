import { DATABASE } from '@app/boot';
import { Waker } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { DispatchService } from '../sender/dispatch.service';
import { stepRecovery } from './recovery.store';

/** Puts the deliveries back that `recover` has counted, some at a time, so that no lock of an endpoint's turn is held long. */
@Injectable()
export class RecoveryWorker extends Waker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly dispatch: DispatchService,
  ) {
    super();
  }

  /** One step. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    const found = await stepRecovery(this.database);
    if (found) this.dispatch.wake();
    return found;
  }
}
