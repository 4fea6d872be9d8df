import { eventTypes } from './events/types';
import type { EventType } from './events/types';
import { Bool, Int, JsonObject, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from './field';
import { broadcast, fact, request } from './message';
import { services } from './services';
import { EventList, EventView } from './views';

/** An event as its producer raised it. */
export class EventRaised {
  @Text({ pattern: /^evt_/, meaning: 'Event id: `evt_` and a UUIDv7 that the producer made.' }) id: string;
  @OneOf(eventTypes) type: EventType;
  @Text() organization: string;
  @Text({ nullable: true, meaning: 'Null for events of the organization.' }) namespace: string | null;
  @Stamp() timestamp: string;
  @Text({ nullable: true, meaning: 'The endpoint that a subscription names.' }) endpoint: string | null;
  @JsonObject({ meaning: 'The published data of its type.' }) data: object;
}
export const eventRaised = fact({
  subject: 'platform.event.raised.>',
  why: 'An event for users was raised; it goes into the feed and to webhook endpoints.',
  from: services,
  stream: 'platform',
  suffixes: eventTypes.map((type) => `${type.replaceAll('_', '-')}.v1`),
  payload: EventRaised,
  consumers: ['events-feed', 'webhooks', 'gateway'],
  // The gateway mails about two types only; consuming the others would wake it for each event.
  parts: { gateway: 'platform.event.raised.webhook-endpoint.*.v1' },
});
/** The subject of one event type. */
export function eventSubject(type: EventType): string {
  return `platform.event.raised.${type.replaceAll('_', '-')}.v1`;
}

export const feedOrders = ['oldest', 'newest'] as const;
export type FeedOrder = (typeof feedOrders)[number];

export class ListEvents {
  @Text({
    ...{ optional: true, min: 1, max: 128 },
    meaning:
      'Id of an event or a `next_cursor`; the page begins behind it. `latest` answers at once with no events and the cursor of the last one recorded.',
  })
  cursor?: string;
  @OneOf(feedOrders, {
    optional: true,
    meaning: 'Which events come first. Default `oldest`. With `newest` the cursor goes back in time and ends as null.',
  })
  order?: FeedOrder;
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 512, meaning: 'Event types or patterns such as `job.*`, comma-separated.' })
  types?: string;
  @Text({ optional: true, min: 1, max: 257 }) namespace_prefix?: string;
  @Text({ optional: true, pattern: /^\d{1,2}$/, meaning: 'Seconds to wait for new events, 0..30.' }) wait?: string;
}
export const listEvents = request({
  subject: 'events-feed.event.list.v1',
  why: 'Reads the feed from a cursor on; may wait for new events.',
  from: ['gateway'],
  to: 'events-feed',
  query: ListEvents,
  reply: EventList,
  maxConcurrent: 2048,
});

export class ShowEvent {
  @Text() id: string;
}
export const showEvent = request({
  subject: 'events-feed.event.show.v1',
  why: "Reads one event within the key's scope.",
  from: ['gateway'],
  to: 'events-feed',
  query: ShowEvent,
  reply: EventView,
});

export class GetEvent {
  @Text() organization: string;
  @Text() id: string;
}
export class FoundEvent {
  @Nested(() => EventView) event: EventView;
  @Text({ nullable: true }) namespace: string | null;
}
export const getEvent = request({
  subject: 'events-feed.event.get.v1',
  why: 'Reads one event, to redeliver it to an endpoint for which it was never queued.',
  from: ['webhooks'],
  to: 'events-feed',
  query: GetEvent,
  reply: FoundEvent,
});

export class TailMoved {
  @Int() number: number;
}
export const tailMoved = broadcast({
  subject: 'events-feed.tail.moved.v1',
  why: 'The feed grew; long polls wake.',
  from: 'events-feed',
  payload: TailMoved,
});

export const endpointStatuses = ['active', 'failing', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

export class EndpointBody {
  @Text({ min: 1, max: 2048 }) url: string;
  @Values({ type: 'string', minLength: 1, maxLength: 128 }, { optional: true, max: 64, unique: true })
  events?: string[];
  @Text({ optional: true, min: 1, max: 257 }) namespace_prefix?: string;
  @Text({ optional: true, max: 256 }) description?: string;
  @Num({ optional: true, nullable: true, above: 0, max: 10_000 }) max_per_second?: number | null;
}
export class EndpointPatchBody {
  @Text({ optional: true, min: 1, max: 2048 }) url?: string;
  @Values({ type: 'string', minLength: 1, maxLength: 128 }, { optional: true, nullable: true, max: 64, unique: true })
  events?: string[] | null;
  @Text({ optional: true, nullable: true, min: 1, max: 257 }) namespace_prefix?: string | null;
  @Text({ optional: true, nullable: true, max: 256 }) description?: string | null;
  @Num({ optional: true, nullable: true, above: 0, max: 10_000 }) max_per_second?: number | null;
  @Bool({ optional: true }) enabled?: boolean;
}
export class EndpointStats {
  @Int() deliveries_24h: number;
  @Num({ nullable: true, min: 0, max: 1 }) success_rate_24h: number | null;
  @Stamp({ nullable: true }) last_delivery_at: string | null;
}
/** An endpoint as events show it, without its secret. */
export class EndpointFacts {
  @Text() id: string;
  @Text() url: string;
  @Values({ type: 'string' }) events: string[];
  @Text() namespace_prefix: string;
  @Text({ nullable: true }) description: string | null;
  @Num({ nullable: true }) max_per_second: number | null;
  @OneOf(endpointStatuses) status: EndpointStatus;
  @Bool() enabled: boolean;
  @Stamp({ optional: true }) failing_since?: string;
  @Stamp({ optional: true }) previous_secret_expires_at?: string;
  @Nested(() => EndpointStats) stats: EndpointStats;
  @Stamp() created_at: string;
}
export class EndpointView extends EndpointFacts {
  @Text({
    optional: true,
    meaning: 'Shown on create and rotation, and on a get by a read_write key that manages the endpoint.',
  })
  secret?: string;
}
export class EndpointList {
  @ListOf(() => EndpointView) webhook_endpoints: EndpointView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;
export class CreateEndpoint {
  @Nested(() => EndpointBody) endpoint: EndpointBody;
}
export class ByEndpoint {
  @Text() id: string;
}
export class PatchEndpoint extends ByEndpoint {
  @Nested(() => EndpointPatchBody) patch: EndpointPatchBody;
}
export class ListEndpoints {
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}
export class EndpointDeleted {
  @Bool() deleted: boolean;
}
export const createEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.create.v1',
  why: 'Creates a webhook endpoint; the reply shows its secret.',
  query: CreateEndpoint,
  reply: EndpointView,
});
export const showEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.show.v1',
  why: 'Reads one endpoint.',
  query: ByEndpoint,
  reply: EndpointView,
});
export const listEndpoints = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.list.v1',
  why: "Lists the endpoints within the key's scope, without secrets.",
  query: ListEndpoints,
  reply: EndpointList,
});
export const patchEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.change.v1',
  why: 'Changes the settings of an endpoint.',
  query: PatchEndpoint,
  reply: EndpointView,
});
export const deleteEndpoint = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.delete.v1',
  why: 'Deletes an endpoint with its pending deliveries.',
  query: ByEndpoint,
  reply: EndpointDeleted,
});

export class CoverEndpoint {
  @Text() organization: string;
  @Text() endpoint: string;
  @Text() namespace: string;
}
export class EndpointCover {
  @Bool() exists: boolean;
  @Bool() covers: boolean;
}
export const coverEndpoint = request({
  subject: 'webhooks.endpoint.get.v1',
  why: "Checks that a subscription's endpoint exists and covers the namespace.",
  from: ['documents'],
  to: 'webhooks',
  query: CoverEndpoint,
  reply: EndpointCover,
});
