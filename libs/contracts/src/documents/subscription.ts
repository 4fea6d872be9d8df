import { Bool, Nested, Text } from '../field';
import { request } from '../message';
import { Deleted, ListQuery } from '../shared';
import { SubscriptionBody, SubscriptionList, SubscriptionView } from './bodies';

const gatewayToDocuments = { from: ['gateway'], to: 'documents' } as const;

export class PutSubscription {
  @Text() namespace: string;
  @Text() name: string;
  @Nested(() => SubscriptionBody) subscription: SubscriptionBody;
}
export class SubscriptionPut {
  @Bool() created: boolean;
  @Nested(() => SubscriptionView) subscription: SubscriptionView;
}
export class BySubscription {
  @Text() namespace: string;
  @Text() name: string;
}
export class ListSubscriptions extends ListQuery {
  @Text() namespace: string;
}
export const putSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.put.v1',
  why: 'Stores a subscription: a query whose changes of membership become events.',
  query: PutSubscription,
  reply: SubscriptionPut,
});
export const listSubscriptions = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.list.v1',
  why: 'Lists the subscriptions of a namespace.',
  query: ListSubscriptions,
  reply: SubscriptionList,
});
export const getSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.get.v1',
  why: 'Reads one subscription.',
  query: BySubscription,
  reply: SubscriptionView,
});
export const deleteSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.delete.v1',
  why: 'Deletes a subscription.',
  query: BySubscription,
  reply: Deleted,
});
