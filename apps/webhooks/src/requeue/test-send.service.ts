import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { EventType, sampleOf } from '@app/contracts/events';
import { TestSendBody, TestSent } from '@app/contracts/webhooks';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { bodyOf, dayOf } from '../delivery/delivery';
import { toView } from '../endpoint/endpoint';
import { assertVisible } from '../endpoint/endpoint-access';
import { findLocked } from '../endpoint/endpoint.store';
import { PartitionStore } from '../retention/partition.store';
import { DispatchService } from '../sender/dispatch.service';
import { readStats } from '../tally/tally.store';
import { disabledEndpoint } from './refusals';
import { addTest } from './requeue.store';

/** Sends samples to one endpoint, signed and retried as events are. No feed and no figure shows them. */
@Injectable()
export class TestSendService {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly partitions: PartitionStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the record that it sends. @throws Problem `not_found`, or `conflict` for a disabled endpoint */
  async send(endpointId: string, { type: requested }: TestSendBody, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const [stats] = await readStats(this.database, [endpointId]);
    return this.effects.runOnce('webhooks.test-send', call, async (tx) => {
      const endpoint = assertVisible(call.who, endpointId, await findLocked(tx, organization, endpointId));
      const nowMs = this.clock.now();
      const type = (requested ?? 'webhook.test') as EventType;
      // `webhook.test` shows the endpoint itself; every other type sends its published sample.
      const data =
        type === 'webhook.test' ? { namespace: null, endpoint: toView(endpoint, stats, nowMs) } : sampleOf(type);
      const event = { id: newId('evt'), type, timestamp: new Date(nowMs).toISOString(), data };
      const sent: TestSent = { ...event, test: true };
      const day = dayOf(event);
      await this.partitions.mustHave(tx, day);
      const row = { day, endpointId, organization, eventId: event.id, id: newId('dlv'), type };
      if (!(await addTest(tx, row, bodyOf({ ...event, test: true })))) throw disabledEndpoint();
      tx.afterCommit(() => this.dispatch.wake());
      return { status: 200, body: JSON.stringify(sent) };
    });
  }
}
