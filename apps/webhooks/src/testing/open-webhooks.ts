import { Running } from '@app/boot';
import { Caller } from '@app/contracts';
import { EventRaised, eventRaised, eventSubject } from '@app/contracts/events';
import {
  DeliveryStatus,
  DeliveryView,
  EndpointBody,
  EndpointView,
  createEndpoint,
  listDeliveries,
  patchEndpoint,
  showEndpoint,
} from '@app/contracts/webhooks';
import { newId } from '@app/persistence';
import {
  FakeService,
  StartOptions,
  WebhookReceiver,
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { webhooksSchema } from '../app.schema';
import { webhooksService } from '../app.service';
import { EGRESS } from '../sender/egress.token';
import { loopbackEgress } from './loopback-egress';

/** The webhooks service on a fresh schema, with receivers on loopback, a clock that moves, and restarts. */
export class OpenWebhooks {
  organization = newId('org');
  private receivers: WebhookReceiver[] = [];
  private aheadMs = 0;

  private constructor(
    public service: Running,
    readonly gateway: FakeService,
    private readonly options: StartOptions,
  ) {}

  static async open(options: StartOptions = {}): Promise<OpenWebhooks> {
    await setClock(testEnvironment().adminUrl, 0);
    await freshSchema(webhooksSchema);
    const service = await boot(options);
    await ensureStreams(service);
    return new OpenWebhooks(service, await FakeService.open('gateway'), options);
  }

  /** Stops the service and starts a new one, which knows only what its tables hold. */
  async restart(): Promise<void> {
    await this.service.stop();
    this.service = await boot(this.options);
  }

  /** Prepares for the next test: another organization, the true time, and no pending delivery. */
  async clear(): Promise<void> {
    await Promise.all(this.receivers.map((receiver) => receiver.close()));
    this.receivers = [];
    await this.query(`update delivery set status = 'skipped', due_at = null where status = 'pending'`);
    await this.setClock(0);
    this.organization = newId('org');
  }

  async close(): Promise<void> {
    await this.gateway.stop();
    await this.service.stop();
    await setClock(testEnvironment().adminUrl, 0);
  }

  /** Sets the clocks of the service and of its database. @param aheadMs before the true time */
  async setClock(aheadMs: number): Promise<void> {
    this.aheadMs = aheadMs;
    await setClock(testEnvironment().adminUrl, aheadMs);
  }

  moveClock(byMs: number): Promise<void> {
    return this.setClock(this.aheadMs + byMs);
  }

  /** The time by the moved clock, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  async query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.service.platform.database.query<R>(text, values)).rows;
  }

  caller(others: Partial<Caller> = {}): Caller {
    return callerOf(this.organization, others);
  }

  async receiver(answer?: Parameters<typeof WebhookReceiver.open>[0]): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.open(answer);
    this.receivers.push(receiver);
    return receiver;
  }

  /** A receiver that answers every delivery with this status. */
  answering(status: number, headers: Record<string, string> = {}): Promise<WebhookReceiver> {
    return this.receiver((response) => response.writeHead(status, headers).end('body'));
  }

  /** Creates an endpoint at a receiver, for every platform event unless `body` says otherwise. */
  endpoint(
    { origin }: Pick<WebhookReceiver, 'origin'>,
    body: Partial<EndpointBody> = {},
    others: Partial<Caller> = {},
  ): Promise<EndpointView> {
    const endpoint = { url: `${origin}/in`, events: ['*'], ...body };
    return this.gateway.ask(createEndpoint, { endpoint }, this.caller(others));
  }

  show(id: string): Promise<EndpointView> {
    return this.gateway.ask(showEndpoint, { id }, this.caller());
  }

  setEnabled(id: string, enabled: boolean): Promise<EndpointView> {
    return this.gateway.ask(patchEndpoint, { id, patch: { enabled } }, this.caller());
  }

  async log(id: string, status?: DeliveryStatus): Promise<DeliveryView[]> {
    const { deliveries } = await this.gateway.ask(listDeliveries, { id, status }, this.caller());
    return deliveries;
  }

  /** Waits until the deliveries of an endpoint have these statuses, newest first. */
  settled(id: string, statuses: string[]): Promise<void> {
    return eventually(async () => expect((await this.log(id)).map(({ status }) => status)).toEqual(statuses));
  }

  /** Publishes an event as its service would. */
  async raise(others: Partial<EventRaised> = {}): Promise<EventRaised> {
    const event = raisedEvent(this.organization, others);
    await this.gateway.say(eventRaised, event, eventSubject(event.type as 'job.completed'));
    return event;
  }

  /** How the one delivery of an event stands in the table; empty while it is not queued. */
  async rowOf(eventId: string): Promise<{ status?: string; attempts?: number; status_code?: number | null }> {
    const rows = await this.query<object>('select status, attempts, status_code from delivery where event_id = $1', [
      eventId,
    ]);
    return rows[0] ?? {};
  }

  /** How many deliveries of the organization are pending. */
  async countPending(): Promise<number> {
    const rows = await this.query<{ count: number }>(
      `select count(*)::int as count from delivery where organization = $1 and status = 'pending'`,
      [this.organization],
    );
    return rows[0].count;
  }
}

export function raisedEvent(organization: string, others: Partial<EventRaised> = {}): EventRaised {
  return {
    id: newId('evt'),
    type: 'job.completed',
    organization,
    namespace: 'acme/a',
    timestamp: new Date().toISOString(),
    endpoint: null,
    // Characters of one to four bytes, and two blanks: a signature must cover the exact bytes.
    data: { namespace: 'acme/a', job: { text: 'Grüße, 你好, 👩‍🚀  two  blanks' } },
    ...others,
  };
}

/** The events that a receiver got, in the order of arrival. */
export function eventIdsOf(receiver: WebhookReceiver): unknown[] {
  return receiver.deliveries.map(({ headers }) => headers['webhook-id']);
}

function boot({ overrides = [], env }: StartOptions): Promise<Running> {
  return startService(webhooksService, {
    overrides: [{ token: EGRESS, value: loopbackEgress() }, ...overrides],
    env,
  });
}
