import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { WithEvents, WithTypes } from '../shape/event-pattern';
import type { PageQuery } from '../shape/query';

/** Endpoints that receive events by webhook, and their deliveries. */
export class WebhookEndpoints {
  constructor(private readonly caller: Caller) {}

  create(body: WithEvents<Schema<'EndpointBody'>>, options?: CallOptions): Operation<Schema<'EndpointView'>> {
    return this.caller.call('webhook_endpoints_create', { body }, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'EndpointList'>, Schema<'EndpointView'>> {
    return this.caller.list('webhook_endpoints_list', {}, 'query', (page) => page.webhook_endpoints, options);
  }

  get(id: string, options?: CallOptions): Operation<Schema<'EndpointView'>> {
    return this.caller.call('webhook_endpoints_get', { path: { id } }, options);
  }

  update(
    id: string,
    body: WithEvents<Schema<'EndpointPatchBody'>>,
    options?: CallOptions,
  ): Operation<Schema<'EndpointView'>> {
    return this.caller.call('webhook_endpoints_update', { path: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'EndpointDeleted'>> {
    return this.caller.call('webhook_endpoints_delete', { path: { id } }, options);
  }

  rotateSecret(
    id: string,
    body: Schema<'RotateSecretBody'> = {},
    options?: CallOptions,
  ): Operation<Schema<'EndpointView'>> {
    return this.caller.call('webhook_endpoints_rotate_secret', { path: { id }, body }, options);
  }

  test(id: string, body: Schema<'TestSendBody'>, options?: CallOptions): Operation<Schema<'TestSent'>> {
    return this.caller.call('webhook_endpoints_test', { path: { id }, body }, options);
  }

  deliveries(
    id: string,
    query: PageQuery<WithTypes<QueryOf<'webhook_endpoints_deliveries'>>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'DeliveryList'>, Schema<'DeliveryView'>> {
    const itemsOf = (page: Schema<'DeliveryList'>) => page.deliveries;
    return this.caller.list('webhook_endpoints_deliveries', { path: { id }, query }, 'query', itemsOf, options);
  }

  /** Deliveries by hour, oldest first; the last hour is the present one. */
  stats(
    id: string,
    query: QueryOf<'webhook_endpoints_stats'> = {},
    options?: CallOptions,
  ): Operation<Schema<'EndpointHours'>> {
    return this.caller.call('webhook_endpoints_stats', { path: { id }, query }, options);
  }

  /** Sends again what failed since a moment. */
  recover(id: string, body: Schema<'RecoverBody'>, options?: CallOptions): Operation<Schema<'DeliveriesRecovered'>> {
    return this.caller.call('webhook_endpoints_recover', { path: { id }, body }, options);
  }
}
