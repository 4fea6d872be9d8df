import { RawReply } from '@app/bus';
import {
  Deleted,
  SubscriptionBody,
  SubscriptionList,
  SubscriptionView,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  putSubscription,
} from '@app/contracts';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { SubscriptionsQuery } from './subscriptions.schema';

const tag = 'Subscriptions';

@Controller()
export class SubscriptionsController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'PUT',
    path: '/namespaces/:ns/subscriptions/:name',
    tag,
    summary: 'Saves a query that tells when a document starts or stops matching.',
    access: 'change',
    namespace: 'either',
    body: SubscriptionBody,
    success: [201, 200],
    reply: SubscriptionView,
    errors: ['not_found', 'conflict', 'plan_required'],
    reasons: [
      'bad_filter',
      'unknown_path',
      'bad_duration',
      'bad_bounds',
      'bad_length',
      'inherited',
      'endpoint_not_covering',
      'deleting',
    ],
  })
  put(request: Request, reply: Reply): Promise<void> {
    return this.desk.run(request, reply, async (asked) => {
      const subscription = asked.body as SubscriptionBody;
      const put = await this.desk.ask(putSubscription, { ...bySubscription(asked), subscription }, asked);
      return RawReply.of({ status: put.created ? 201 : 200, body: JSON.stringify(put.subscription) });
    });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/subscriptions',
    tag,
    summary: 'Subscriptions of a namespace, inherited ones included.',
    access: 'read',
    namespace: 'either',
    query: SubscriptionsQuery,
    success: [200],
    reply: SubscriptionList,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_query', 'bad_cursor', 'deleting'],
  })
  list(request: Request, reply: Reply): Promise<void> {
    const { namespace, query } = request.asked;
    return this.desk.forward(request, reply, listSubscriptions, { ...query, namespace });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/subscriptions/:name',
    tag,
    summary: 'One subscription; `template` says where it is inherited from.',
    access: 'read',
    namespace: 'either',
    success: [200],
    reply: SubscriptionView,
    errors: ['not_found', 'conflict'],
    reasons: ['deleting'],
  })
  get(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, getSubscription, bySubscription(request.asked));
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns/subscriptions/:name',
    tag,
    summary: "Ends a subscription's events; on a prefix for all its namespaces, on any plan.",
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'conflict'],
    reasons: ['inherited', 'deleting'],
  })
  remove(request: Request, reply: Reply): Promise<void> {
    return this.desk.forward(request, reply, deleteSubscription, bySubscription(request.asked));
  }
}

function bySubscription({ namespace, params }: RequestContext): { namespace: string; name: string } {
  return { namespace, name: params['name'] };
}
