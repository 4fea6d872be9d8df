import { CLOCK, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import { Effects, Outcome, Tx, newId } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { coversNamespace } from '../coverage/coverage';
import { Endpoint } from '../endpoint/endpoint';
import { assertVisible } from '../endpoint/endpoint-access';
import { EndpointStore } from '../endpoint/endpoint.store';
import { toView } from '../log/log-entry';
import { LogStore } from '../log/log.store';
import { Sender } from '../sender/sender.service';
import { SentEvent } from '../delivery/delivery';
import { EventFinderService } from './event-finder.service';
import { RequeueStore, SendableEvent, disabledEndpoint } from './requeue.store';
import { sinceOf } from './since';

/** Deliveries that somebody asks for: test sends, recover, redeliver. */
@Injectable()
export class RequeueService {
  constructor(
    private readonly store: RequeueStore,
    private readonly endpoints: EndpointStore,
    private readonly events: EventFinderService,
    private readonly log: LogStore,
    private readonly sender: Sender,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Queues a test send to one endpoint, which the caller has locked in this transaction (`EndpointStore.findLocked`).
   * @param event its record is sent with `"test": true`; its id begins with `evt_` and is in no feed
   * @throws Problem `conflict` when the endpoint is disabled
   */
  async queueTest(tx: Tx, endpointId: string, organization: string, event: Omit<SentEvent, 'test'>): Promise<void> {
    await this.store.addTest(tx, { endpointId, organization, id: newId('dlv') }, { ...event, test: true });
    tx.afterCommit(() => this.sender.wake());
  }

  /**
   * Every failed or skipped delivery to the endpoint since then begins anew in its place.
   * @throws Problem `invalid_request` for a time past 30 days or to come; `not_found`; `conflict` when disabled
   */
  async recover(endpointId: string, since: string, call: Call): Promise<Outcome> {
    const from = sinceOf(since, this.clock.now());
    return this.effects.once('webhooks.recover', call, async (tx) => {
      await this.enabled(tx, endpointId, call);
      const queued = await this.store.reset(tx, endpointId, from);
      tx.afterCommit(() => this.sender.wake());
      return { status: 200, body: JSON.stringify({ queued }) };
    });
  }

  /**
   * One more delivery of an event under the same webhook-id, whatever became of earlier ones.
   * @throws Problem `not_found`; `invalid_request`, reason endpoint_not_covering; `conflict` when disabled
   */
  async redeliver(eventId: string, endpointId: string, call: Call): Promise<Outcome> {
    return this.effects.once('webhooks.redeliver', call, async (tx) => {
      const event = await this.events.find(tx, eventId, call);
      const endpoint = await this.locked(tx, endpointId, call);
      assertCovers(endpoint, event);
      if (endpoint.status === 'disabled') throw disabledEndpoint();
      const key = await this.store.addAgain(tx, { endpointId, id: newId('dlv') }, event);
      tx.afterCommit(() => this.sender.wake());
      return { status: 200, body: JSON.stringify(toView(await this.log.one(tx, key))) };
    });
  }

  private async enabled(tx: Tx, id: string, call: Call): Promise<Endpoint> {
    const endpoint = await this.locked(tx, id, call);
    if (endpoint.status === 'disabled') throw disabledEndpoint();
    return endpoint;
  }

  private async locked(tx: Tx, id: string, { who }: Call): Promise<Endpoint> {
    return assertVisible(who, id, await this.endpoints.findLocked(tx, who.organization, id));
  }
}

/** A test send goes again only to the endpoint that it tested. */
function assertCovers(endpoint: Endpoint, event: SendableEvent): void {
  const covers =
    event.testedEndpoint === null
      ? coversNamespace(endpoint.namespacePrefix, event.namespace)
      : event.testedEndpoint === endpoint.id;
  if (covers) return;
  const message = event.testedEndpoint
    ? 'This event was a test send; it goes again only to the endpoint that it tested.'
    : `The endpoint hears of \`${endpoint.namespacePrefix}\`, which does not cover the event's namespace.`;
  throw invalid('endpoint_not_covering', '/endpoint', message);
}
