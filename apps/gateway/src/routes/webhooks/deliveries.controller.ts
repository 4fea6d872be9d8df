import {
  DeliveriesQuery,
  DeliveriesRecovered,
  DeliveryList,
  DeliveryView,
  RecoverBody,
  RedeliverBody,
  listDeliveries,
  recoverDeliveries,
  redeliverEvent,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';

const tag = 'Webhooks';

@Controller()
export class DeliveriesController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
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
  })
  list(request: Request, reply: Reply): Promise<void> {
    const { params, query } = request.asked;
    return this.desk.forward(request, reply, listDeliveries, { ...query, id: params['id'] });
  }

  @Route({
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
  })
  recover(request: Request, reply: Reply): Promise<void> {
    const { params, body } = request.asked;
    const { since } = body as RecoverBody;
    return this.desk.forward(request, reply, recoverDeliveries, { id: params['id'], since });
  }

  @Route({
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
  })
  redeliver(request: Request, reply: Reply): Promise<void> {
    const { params, body } = request.asked;
    const { endpoint } = body as RedeliverBody;
    return this.desk.forward(request, reply, redeliverEvent, { event: params['id'], endpoint });
  }
}
