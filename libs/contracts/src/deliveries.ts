import { attemptErrors } from './attempt-error';
import type { AttemptError } from './attempt-error';
import { ListQuery } from './documents/bodies';
import { Bool, Int, ListOf, OneOf, Stamp, Text } from './field';
import { request } from './message';

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One line of an endpoint's log: a delivery with its latest attempt. */
export class DeliveryView {
  @Text({ meaning: '`dlv_..`; a redelivery has its own.' }) id: string;
  @Text({ meaning: 'The `webhook-id` of every attempt.' }) event_id: string;
  @Text() event_type: string;
  @Bool({ optional: true, meaning: 'Only on test sends, and then true.' }) test?: boolean;
  @OneOf(deliveryStatuses) status: DeliveryStatus;
  @Int({ min: 0, max: 9, meaning: 'Attempts made of the nine; recover begins again at 0.' }) attempts: number;
  @Stamp({ optional: true, meaning: 'Only while it waits.' }) next_attempt_at?: string;
  @Stamp({ nullable: true, meaning: 'When the latest attempt ended; null before the first has.' })
  attempted_at: string | null;
  @Int({ nullable: true, meaning: 'HTTP status of the latest answer; null when none came.' })
  status_code: number | null;
  @Int({ nullable: true, min: 0, meaning: 'Milliseconds of the latest attempt.' }) latency_ms: number | null;
  @OneOf(attemptErrors, { nullable: true, meaning: 'Why the latest attempt failed.' }) error: AttemptError | null;
  @Text({ nullable: true, meaning: 'The first 1,024 bytes of the latest answer.' }) response: string | null;
  @Stamp({ meaning: 'When it was queued.' }) created_at: string;
}
export class DeliveryList {
  @ListOf(() => DeliveryView) deliveries: DeliveryView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export class DeliveriesQuery extends ListQuery {
  @OneOf(deliveryStatuses, { optional: true }) status?: DeliveryStatus;
}
export class ListDeliveries extends DeliveriesQuery {
  @Text({ meaning: 'The endpoint.' }) id: string;
}
export class RecoverBody {
  @Stamp({ meaning: 'Deliveries queued since then; at most 30 days back.' }) since: string;
}
export class RecoverDeliveries extends RecoverBody {
  @Text({ meaning: 'The endpoint.' }) id: string;
}
export class DeliveriesRecovered {
  @Int({ min: 0, meaning: 'How many deliveries were queued again.' }) queued: number;
}
export class RedeliverBody {
  @Text({ min: 1, max: 256, meaning: 'The id of the endpoint.' }) endpoint: string;
}
export class RedeliverEvent extends RedeliverBody {
  @Text({ meaning: 'The id of the event.' }) event: string;
}

const gatewayToWebhooks = { from: ['gateway'], to: 'webhooks' } as const;
export const listDeliveries = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.delivery.list.v1',
  why: "An endpoint's log of 30 days, newest first.",
  query: ListDeliveries,
  reply: DeliveryList,
});
export const recoverDeliveries = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.delivery.recover.v1',
  why: 'Failed and skipped deliveries begin anew in place.',
  query: RecoverDeliveries,
  reply: DeliveriesRecovered,
});
export const redeliverEvent = request({
  ...gatewayToWebhooks,
  subject: 'webhooks.event.redeliver.v1',
  why: 'An event once more to one endpoint, under the same webhook-id.',
  query: RedeliverEvent,
  reply: DeliveryView,
});
