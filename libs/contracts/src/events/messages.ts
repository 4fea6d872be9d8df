import { eventTypes } from '../event-types';
import type { EventType } from '../event-types';
import { Int, JsonObject, Nested, OneOf, Stamp, Text } from '../field';
import { broadcast, fact, request } from '../message';
import { services } from '../services';
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

/** What events are about, by the member of their data that names it, the most telling first. */
export const subjectKinds = ['document', 'subscription', 'judgment'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export class ListEvents {
  @Text({
    optional: true,
    min: 1,
    max: 128,
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
  @Text({ optional: true, min: 1, max: 1024, meaning: 'Events about the document of this id.' }) document?: string;
  @Text({ optional: true, min: 1, max: 256, meaning: 'Events about the subscription of this name.' })
  subscription?: string;
  @Text({ optional: true, min: 1, max: 256, meaning: 'Events about the judgment of this name.' }) judgment?: string;
  @Stamp({ optional: true, meaning: 'Events recorded then or later.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Events recorded before then.' }) until?: string;
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
