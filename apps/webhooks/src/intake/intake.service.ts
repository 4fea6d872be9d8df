import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { QueueService } from '../delivery/queue.service';
import { DispatchService } from '../sender/dispatch.service';
import { DirectService } from './direct.service';
import { readReceivers } from './receiver.store';
import { Raised, Wanted, wantedOf } from './wanted';

/** Makes a delivery of each raised event for each endpoint that receives it. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly direct: DirectService,
    private readonly queueing: QueueService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Sends deliveries without rows where that may be, and queues all others. It holds and sends those for which this process
   * has headroom.
   * @returns for each event, when each of its deliveries stands in a row
   */
  async take(raised: readonly Raised[]): Promise<Promise<void>[]> {
    const heldFromMs = performance.now();
    const organizations = [...new Set(raised.map(({ event }) => event.organization))];
    const all = wantedOf(raised, await readReceivers(this.database, organizations));
    const ends = await this.direct.begin(all, heldFromMs);
    await this.queue(all.filter((_, index) => ends[index] === null));
    const byEvent = raised.map((): Promise<void>[] => []);
    all.forEach(({ place }, index) => ends[index] !== null && byEvent[place].push(ends[index]));
    return byEvent.map(waitForAll);
  }

  private async queue(wanted: readonly Wanted[]): Promise<void> {
    const headroomOf = (endpointId: string) => this.dispatch.headroomOf(endpointId);
    const { claimed, waiting } = await this.queueing.queue(wanted, headroomOf);
    await this.dispatch.hold(claimed);
    if (waiting.length > 0) this.dispatch.wake(waiting);
  }
}

async function waitForAll(deliveries: readonly Promise<void>[]): Promise<void> {
  await Promise.all(deliveries);
}
