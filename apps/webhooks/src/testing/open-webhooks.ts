import { Running } from '@app/boot';
import {
  DeliveryView,
  EndpointBody,
  EndpointView,
  EventRaised,
  createEndpoint,
  eventRaised,
  eventSubject,
  listDeliveries,
  showEndpoint,
  streams,
  DeliveryStatus,
} from '@app/contracts';
import { newId } from '@app/persistence';
import {
  FakeService,
  WebhookReceiver,
  callerOf,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { webhooksService } from '../app.service';
import { EGRESS } from '../sender/egress.token';
import { loopbackEgress } from './loopback-egress';

/** The webhooks service of specs, with receivers on loopback, a clock that moves, and restarts. */
export class OpenWebhooks {
  organization = newId('org');
  private receivers: WebhookReceiver[] = [];
  private nowMs = 0;

  private constructor(
    public service: Running,
    readonly gateway: FakeService,
  ) {}

  static async open(): Promise<OpenWebhooks> {
    await setClock(testEnvironment().adminUrl, 0);
    await freshSchema(webhooksSchema);
    const service = await boot();
    const rig = new OpenWebhooks(service, await FakeService.open('gateway'));
    // The stream that events-feed makes where it runs.
    const { jsm } = service.platform.bus.connection;
    const stream = streams().find(({ name }) => name === eventRaised.stream);
    await jsm.streams
      .info(eventRaised.stream)
      .catch(() => jsm.streams.add({ name: stream?.name, subjects: stream?.subjects }));
    return rig;
  }

  /** Ends the service and starts a new one: all that it knew is what its tables hold. */
  async restart(): Promise<void> {
    await this.service.stop();
    this.service = await boot();
  }

  /** For the next test: another organization, real time, and nothing that waits. */
  async clear(): Promise<void> {
    await Promise.all(this.receivers.map((receiver) => receiver.close()));
    this.receivers = [];
    await this.service.platform.database.query(
      `update delivery set status = 'skipped', due_at = null where status = 'pending'`,
    );
    await this.moveTo(0);
    this.organization = newId('org');
  }

  async close(): Promise<void> {
    await this.gateway.stop();
    await this.service.stop();
    await setClock(testEnvironment().adminUrl, 0);
  }

  /** Sets both clocks to so many milliseconds after real time. */
  async moveTo(ms: number): Promise<void> {
    this.nowMs = ms;
    await setClock(testEnvironment().adminUrl, ms);
  }

  move(byMs: number): Promise<void> {
    return this.moveTo(this.nowMs + byMs);
  }

  /** The moved time. */
  now(): number {
    return Date.now() + this.nowMs;
  }

  async receiver(answer?: Parameters<typeof WebhookReceiver.open>[0]): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.open(answer);
    this.receivers.push(receiver);
    return receiver;
  }

  /** A receiver that always answers so. */
  answering(status: number, headers: Record<string, string> = {}): Promise<WebhookReceiver> {
    return this.receiver((response) => response.writeHead(status, headers).end('told'));
  }

  endpoint({ origin }: Pick<WebhookReceiver, 'origin'>, body: Partial<EndpointBody> = {}): Promise<EndpointView> {
    const endpoint = { url: `${origin}/in`, events: ['*'], ...body };
    return this.gateway.ask(createEndpoint, { endpoint }, callerOf(this.organization));
  }

  show(id: string): Promise<EndpointView> {
    return this.gateway.ask(showEndpoint, { id }, callerOf(this.organization));
  }

  async log(id: string, status?: DeliveryStatus): Promise<DeliveryView[]> {
    const { deliveries } = await this.gateway.ask(listDeliveries, { id, status }, callerOf(this.organization));
    return deliveries;
  }

  async raise(over: Partial<EventRaised> = {}): Promise<EventRaised> {
    const event: EventRaised = {
      id: newId('evt'),
      type: 'job.completed',
      organization: this.organization,
      namespace: 'acme/a',
      timestamp: new Date().toISOString(),
      endpoint: null,
      data: { namespace: 'acme/a' },
      ...over,
    };
    await this.gateway.say(eventRaised, event, eventSubject(event.type as 'job.completed'));
    return event;
  }
}

function boot(): Promise<Running> {
  return startService(webhooksService, { overrides: [{ token: EGRESS, value: loopbackEgress() }] });
}

export function idsOf(receiver: WebhookReceiver): unknown[] {
  return receiver.deliveries.map(({ headers }) => headers['webhook-id']);
}
