import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from '../retention/partition.store';
import { leaseS } from './claim.store';
import { ClaimedDelivery, NewDelivery, dayOf } from './delivery';
import { Headroom, countOf, holdsOf } from './headroom';
import { addDeliveries, addPayloads, bringForward, lockTurns } from './queue.store';

/** Deliveries that were queued. */
export interface Queued {
  /** Those that this process holds from now on, as if it had claimed them. */
  claimed: ClaimedDelivery[];
  /** Endpoints with further deliveries, which wait for a claim. */
  waiting: string[];
}

const noHeadroom: Headroom = { now: 0, ahead: 0 };

/** Queues deliveries as rows, each (event, endpoint) once. */
@Injectable()
export class QueueService {
  constructor(
    private readonly partitions: PartitionStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Queues deliveries together. An endpoint that is disabled gets skipped ones, and one that is deleted none.
   * @param headroomOf how many deliveries this process may hold of an endpoint for which nothing else is due
   */
  async queue(
    deliveries: readonly NewDelivery[],
    headroomOf: (endpointId: string) => Headroom = () => noHeadroom,
  ): Promise<Queued> {
    if (deliveries.length === 0) return { claimed: [], waiting: [] };
    return this.database.transaction('webhooks.consume', async (tx) => {
      const days = new Set(deliveries.map(({ event }) => dayOf(event)));
      for (const day of days) await this.partitions.mustHave(tx, day);
      const endpoints = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
      const turns = await lockTurns(tx, endpoints);
      const idle = turns.filter((turn) => turn.is_idle).map((turn) => turn.endpoint_id);
      const headroom = new Map(idle.map((endpointId) => [endpointId, headroomOf(endpointId)]));
      const payloads = await addPayloads(tx, deliveries);
      const claimed = await addDeliveries(tx, deliveries, holdsOf(deliveries, headroom), payloads);
      const [queued, held] = [countOf(deliveries), countOf(claimed)];
      const waiting = endpoints.filter((id) => (queued.get(id) ?? 0) > (held.get(id) ?? 0));
      await bringForward(tx, waiting, 0);
      // If this process dies, another looks at the endpoint when the lease of its deliveries ends.
      const unwatched = turns.filter((turn) => held.has(turn.endpoint_id) && !turn.is_due_in_lease);
      await bringForward(
        tx,
        unwatched.map((turn) => turn.endpoint_id),
        leaseS,
      );
      return { claimed, waiting };
    });
  }
}
