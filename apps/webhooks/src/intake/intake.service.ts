import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { receives } from '../coverage/coverage';
import { leaseS } from '../delivery/claim.store';
import { ClaimedDelivery, NewDelivery, dayOf } from '../delivery/delivery';
import { Headroom, countOf, holdsOf } from '../delivery/headroom';
import { PartitionStore } from '../retention/partition.store';
import { DispatchService } from '../sender/dispatch.service';
import { addDeliveries, addPayloads, bringForward, lockTurns } from './queue.store';
import { readSelections } from './selection.store';

/** An event, and the trace of what raised it. */
export type Raised = Omit<NewDelivery, 'endpointId'>;

/** Deliveries that were queued. */
export interface Queued {
  /** Those that this process holds from now on, as if it had claimed them. */
  claimed: ClaimedDelivery[];
  /** Endpoints with further deliveries, which wait for a claim. */
  waiting: string[];
}

/** Makes a delivery of each raised event for each endpoint that receives it. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly partitions: PartitionStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Queues the deliveries of events, and sends at once those for which this process has headroom. */
  async take(raised: readonly Raised[]): Promise<void> {
    const organizations = [...new Set(raised.map(({ event }) => event.organization))];
    const selections = await readSelections(this.database, organizations);
    const deliveries: NewDelivery[] = raised.flatMap(({ event, traceparent }) =>
      (selections.get(event.organization) ?? [])
        .filter((selection) => receives(selection, event))
        .map(({ id: endpointId }) => ({ event, endpointId, traceparent })),
    );
    const { claimed, waiting } = await this.queue(deliveries, (endpointId) => this.dispatch.headroomOf(endpointId));
    await this.dispatch.hold(claimed);
    if (waiting.length > 0) this.dispatch.wake(waiting);
  }

  /** @param headroomOf how many deliveries this process may hold of an endpoint for which nothing else is due */
  async queue(
    deliveries: readonly NewDelivery[],
    headroomOf: (endpointId: string) => Headroom = () => ({ now: 0, ahead: 0 }),
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
