import { CLOCK, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import { Effects, Outcome, Tx, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Endpoint } from '../endpoint/endpoint';
import { assertVisible } from '../endpoint/endpoint-access';
import { findLocked } from '../endpoint/endpoint.store';
import { toView } from '../log/log-entry';
import { readDelivery } from '../log/log.store';
import { PartitionStore } from '../retention/partition.store';
import { DispatchService } from '../sender/dispatch.service';
import { EventFinderService } from './event-finder.service';
import { assertCovers, assertEnabled } from './refusals';
import { addRecovery } from './recovery.store';
import { RecoveryWorker } from './recovery.worker';
import { addAgain } from './requeue.store';
import { sinceOf } from './since';

/** Sends again on request: recovers failed deliveries, and redelivers events. */
@Injectable()
export class RequeueService {
  constructor(
    private readonly events: EventFinderService,
    private readonly dispatch: DispatchService,
    private readonly partitions: PartitionStore,
    private readonly recoveries: RecoveryWorker,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Has every failed or skipped delivery to the endpoint since an instant begin anew, in its place in the log. The reply counts
   * them; a walk puts them back, and a later call counts none of them again.
   * @throws Problem `invalid_request` for a time over 30 days back or in the future; `not_found`; `conflict` when disabled;
   *   `unavailable` when they cannot be counted in the time of the call, and nothing is changed
   */
  async recover(endpointId: string, since: string, call: Call): Promise<Outcome> {
    const from = sinceOf(since, this.clock.now());
    return this.effects.runOnce('webhooks.recover', call, async (tx) => {
      assertEnabled(await this.findLocked(tx, endpointId, call));
      const queued = await addRecovery(tx, endpointId, from);
      if (queued > 0) tx.afterCommit(() => this.recoveries.wake());
      return { status: 200, body: JSON.stringify({ queued }) };
    });
  }

  /**
   * Queues one more delivery of an event under the same webhook-id, whatever the result of earlier ones. Its row is in
   * today's partition, so that the log shows it for as long as any other.
   * @throws Problem `not_found`; `invalid_request`, reason endpoint_not_covering; `conflict` when disabled
   */
  async redeliver(eventId: string, endpointId: string, call: Call): Promise<Outcome> {
    const event = await this.events.find(eventId, call);
    return this.effects.runOnce('webhooks.redeliver', call, async (tx) => {
      const endpoint = await this.findLocked(tx, endpointId, call);
      assertCovers(endpoint, event);
      assertEnabled(endpoint);
      const day = await this.partitions.readToday(tx);
      await this.partitions.mustHave(tx, day);
      const key = await addAgain(tx, { day, endpointId, id: newId('dlv') }, event);
      tx.afterCommit(() => this.dispatch.wake());
      return { status: 200, body: JSON.stringify(toView(await readDelivery(tx, key))) };
    });
  }

  private async findLocked(tx: Tx, id: string, { who }: Call): Promise<Endpoint> {
    return assertVisible(who, id, await findLocked(tx, who.organization, id));
  }
}
