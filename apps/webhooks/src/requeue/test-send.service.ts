import { CLOCK, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { EventType, TestSendBody, TestSent, sampleOf } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Effects, Outcome, newId } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { RequeueService } from './requeue.service';
import { TallyStore } from '../tally/tally.store';
import { toView } from '../endpoint/endpoint';
import { assertVisible } from '../endpoint/endpoint-access';
import { EndpointStore } from '../endpoint/endpoint.store';

/** Samples to one endpoint, signed and retried as events are; in no feed and in no figure. */
@Injectable()
export class TestSendService {
  constructor(
    private readonly store: EndpointStore,
    private readonly deliveries: RequeueService,
    private readonly tallies: TallyStore,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Answers the record that is sent. @throws Problem `not_found`, or `conflict` for a disabled endpoint */
  async send(id: string, { type }: TestSendBody, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const stats = await this.tallies.statsOne(id);
    return this.effects.once('webhooks.test-send', call, async (tx) => {
      const endpoint = assertVisible(call.who, id, await this.store.findLocked(tx, organization, id));
      const nowMs = this.clock.now();
      const named = (type ?? 'webhook.test') as EventType;
      // The plain test tells of the endpoint itself; the rest are published samples.
      const data =
        named === 'webhook.test' ? { namespace: null, endpoint: toView(endpoint, stats, nowMs) } : sampleOf(named);
      const event = { id: newId('evt'), type: named, timestamp: new Date(nowMs).toISOString(), data };
      await this.deliveries.queueTest(tx, id, organization, event);
      const sent: TestSent = { ...event, test: true };
      return { status: 200, body: JSON.stringify(sent) };
    });
  }
}
