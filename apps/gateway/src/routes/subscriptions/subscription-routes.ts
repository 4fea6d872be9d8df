import { Deleted, ListQuery } from '@app/contracts';
import {
  SubscriptionBody,
  SubscriptionList,
  SubscriptionView,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
} from '@app/contracts/documents';
import { Route, forward, route } from '../../http/route';

const tag = 'Subscriptions';
const subscriptions = '/namespaces/:ns/subscriptions';
const subscription = `${subscriptions}/:name`;

export const saveSubscription = route({
  method: 'PUT',
  path: subscription,
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
});

export const subscriptionRoutes: readonly Route[] = [
  saveSubscription,
  forward({
    method: 'GET',
    path: subscriptions,
    tag,
    summary: 'Subscriptions of a namespace, inherited ones included.',
    access: 'read',
    namespace: 'either',
    query: ListQuery,
    success: [200],
    reply: SubscriptionList,
    errors: ['not_found', 'conflict'],
    reasons: ['bad_query', 'bad_cursor', 'deleting'],
    to: listSubscriptions,
    payload: ({ namespace, query }) => ({ ...query, namespace }),
  }),
  forward({
    method: 'GET',
    path: subscription,
    tag,
    summary: 'One subscription; `template` says where it is inherited from.',
    access: 'read',
    namespace: 'either',
    success: [200],
    reply: SubscriptionView,
    errors: ['not_found', 'conflict'],
    reasons: ['deleting'],
    to: getSubscription,
    payload: ({ namespace, params }) => ({ namespace, name: params.name }),
  }),
  forward({
    method: 'DELETE',
    path: subscription,
    tag,
    summary: "Ends a subscription's events; on a prefix for all its namespaces, on any plan.",
    access: 'change',
    namespace: 'either',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'conflict'],
    reasons: ['inherited', 'deleting'],
    to: deleteSubscription,
    payload: ({ namespace, params }) => ({ namespace, name: params.name }),
  }),
];
