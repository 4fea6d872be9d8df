import { attemptErrors } from './attempt-error';
import type { AttemptError } from './attempt-error';
import { ListQuery } from '../shared';
import { Bool, Int, ListOf, OneOf, Stamp, Text } from '../field';
import { request } from '../message';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One entry of an endpoint's log: a delivery with its latest attempt. */
export class DeliveryView {
  @Text({ meaning: 'Delivery id, `dlv_..`; a redelivery has its own.' }) id: string;
  @Text({ meaning: 'Event id, which every attempt sends as `webhook-id`.' }) event_id: string;
  @Text() event_type: string;
  @Bool({ optional: true, meaning: 'Present and true for test sends only.' }) test?: boolean;
  @OneOf(deliveryStatuses) status: DeliveryStatus;
  @Int({ min: 0, max: 9, meaning: 'Attempts begun, of at most nine; a recovery starts again at 0.' }) attempts: number;
  @Stamp({ optional: true, meaning: 'Present while the delivery waits; absent while an attempt is under way.' })
  next_attempt_at?: string;
  @Stamp({ nullable: true, meaning: 'When the latest attempt ended; null before the first attempt.' })
  attempted_at: string | null;
  @Int({ nullable: true, meaning: 'HTTP status of the latest response; null without a response.' })
  status_code: number | null;
  @Int({ nullable: true, min: 0, meaning: 'Duration of the latest attempt in milliseconds.' }) latency_ms:
    number | null;
  @OneOf(attemptErrors, { nullable: true, meaning: 'Why the latest attempt failed.' }) error: AttemptError | null;
  @Text({ nullable: true, meaning: 'The first 1,024 bytes of the latest response.' }) response: string | null;
  @Stamp({ meaning: 'When the delivery was queued.' }) created_at: string;
}
export class DeliveryList {
  @ListOf(() => DeliveryView) deliveries: DeliveryView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export class DeliveriesQuery extends ListQuery {
  @OneOf(deliveryStatuses, { optional: true }) status?: DeliveryStatus;
  @Text({ optional: true, min: 1, max: 1024, meaning: 'Event types and patterns such as `job.*`, comma-separated.' })
  types?: string;
  @Stamp({ optional: true, meaning: 'Shows deliveries that were queued then or later.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Shows deliveries that were queued before.' }) until?: string;
  @Text({
    optional: true,
    min: 1,
    max: 256,
    meaning: 'Shows deliveries of events of a namespace, or of a prefix such as `acme/prod/*`.',
  })
  namespace_prefix?: string;
}
export class ListDeliveries extends DeliveriesQuery {
  @Text({ meaning: 'Endpoint id.' }) id: string;
}
export class EndpointHoursQuery {
  @Int({ optional: true, min: 1, max: 24, meaning: 'How many hours, the present one included; 24 when left out.' })
  hours?: number;
}
export class ReadEndpointHours extends EndpointHoursQuery {
  @Text({ meaning: 'Endpoint id.' }) id: string;
}
/** Deliveries of one hour, each counted where its latest attempt was. Test sends count nowhere. */
export class EndpointHour {
  @Stamp({ meaning: 'When the hour began.' }) at: string;
  @Int({ min: 0 }) deliveries: number;
  @Int({ min: 0 }) succeeded: number;
}
export class EndpointHours {
  @ListOf(() => EndpointHour, { max: 24, meaning: 'One an hour without gaps, oldest first; the last is the present.' })
  hours: EndpointHour[];
}
export class RecoverBody {
  @Stamp({ meaning: 'Recovers deliveries queued since then; at most 30 days back.' }) since: string;
}
export class RecoverDeliveries extends RecoverBody {
  @Text({ meaning: 'Endpoint id.' }) id: string;
}
export class DeliveriesRecovered {
  @Int({ min: 0, meaning: 'Number of deliveries that were queued again.' }) queued: number;
}
export class RedeliverBody {
  @Text({ min: 1, max: 256, meaning: 'Endpoint id.' }) endpoint: string;
}
export class RedeliverEvent extends RedeliverBody {
  @Text({ meaning: 'Event id.' }) event: string;
}

const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;
export const listDeliveries = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.delivery.list.v1',
  why: 'Lists the deliveries of an endpoint in the last 30 days, newest first.',
  query: ListDeliveries,
  reply: DeliveryList,
});
export const readEndpointHours = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.endpoint.hours.v1',
  why: 'Counts the deliveries of an endpoint by hour.',
  query: ReadEndpointHours,
  reply: EndpointHours,
});
export const recoverDeliveries = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.delivery.recover.v1',
  why: 'Starts failed and skipped deliveries of an endpoint again.',
  query: RecoverDeliveries,
  reply: DeliveriesRecovered,
});
export const redeliverEvent = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.event.redeliver.v1',
  why: 'Sends an event to one endpoint again, with the same webhook-id.',
  query: RedeliverEvent,
  reply: DeliveryView,
});
