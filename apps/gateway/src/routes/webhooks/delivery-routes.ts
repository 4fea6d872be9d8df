import {
  DeliveriesQuery,
  DeliveriesRecovered,
  DeliveryList,
  DeliveryView,
  EventList,
  ListEvents,
  RecoverBody,
  RedeliverBody,
  listDeliveries,
  listEvents,
  recoverDeliveries,
  redeliverEvent,
} from '@app/contracts';
import { Route, forward } from '../../http/route';
import { assertPrefixWithin } from '../../request/namespace-prefix';

const tag = 'Webhooks';

export const deliveryRoutes: readonly Route[] = [
  forward({
    method: 'GET',
    path: '/webhook-endpoints/:id/deliveries',
    tag,
    summary: 'The deliveries to an endpoint with their latest attempt, newest first, for 30 days.',
    access: 'read',
    query: DeliveriesQuery,
    success: [200],
    reply: DeliveryList,
    errors: ['not_found'],
    reasons: ['bad_query', 'bad_cursor'],
    to: listDeliveries,
    payload: ({ params, query }) => ({ ...query, id: params.id }),
  }),
  forward({
    method: 'POST',
    path: '/webhook-endpoints/:id/recover',
    tag,
    summary: 'Queues every failed or skipped delivery since a time again, each with its nine attempts.',
    access: 'change',
    body: RecoverBody,
    success: [200],
    reply: DeliveriesRecovered,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_timestamp', 'bad_bounds'],
    to: recoverDeliveries,
    payload: ({ params, body }) => ({ id: params.id, since: body.since }),
  }),
  forward({
    method: 'POST',
    path: '/events/:id/redeliver',
    tag,
    summary: 'Delivers an event once more to an endpoint, under the same webhook-id.',
    access: 'change',
    body: RedeliverBody,
    success: [200],
    reply: DeliveryView,
    errors: ['not_found', 'conflict'],
    reasons: ['endpoint_not_covering'],
    to: redeliverEvent,
    payload: ({ params, body }) => ({ event: params.id, endpoint: body.endpoint }),
  }),
  forward({
    method: 'GET',
    path: '/events',
    tag,
    summary: 'Every event of the last 30 days in the order recorded; waits for news when asked to.',
    access: 'read',
    query: ListEvents,
    success: [200],
    reply: EventList,
    reasons: ['bad_query', 'cursor_expired', 'cursor_unknown', 'bad_namespace'],
    to: listEvents,
    payload: ({ principal, query }) => {
      assertPrefixWithin(principal.scope, query.namespace_prefix);
      return query;
    },
  }),
];
