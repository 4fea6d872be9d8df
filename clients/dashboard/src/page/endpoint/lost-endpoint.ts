import type { Schema } from '@app/sdk/client';

/** Whether the endpoint that a subscription names was deleted, so that its events go to the feed alone. */
export function hasLostEndpoint({ warnings = [] }: Pick<Schema<'SubscriptionView'>, 'warnings'>): boolean {
  return warnings.some(({ code }) => code === 'endpoint_deleted');
}
