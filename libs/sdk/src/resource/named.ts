import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { PageQuery } from '../shape/query';

/** Groups of a namespace: aggregates of its documents by a key. */
export class Groups {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  put(name: string, body: Schema<'GroupBody'>, options?: CallOptions): Operation<Schema<'GroupView'>> {
    return this.caller.call('namespace_groups_put', { path: { ns: this.ns, name }, body }, options);
  }

  /** A group's values, key by key. */
  values(
    name: string,
    query: PageQuery<QueryOf<'namespace_groups_values'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'GroupValues'>, Schema<'GroupValue'>> {
    const path = { ns: this.ns, name };
    const itemsOf = (page: Schema<'GroupValues'>) => page.values;
    return this.caller.list('namespace_groups_values', { path, query }, 'query', itemsOf, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'GroupList'>, Schema<'GroupList'>['groups'][number]> {
    const path = { ns: this.ns };
    return this.caller.list('namespace_groups_list', { path }, 'query', ({ groups }) => groups, options);
  }

  delete(name: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('namespace_groups_delete', { path: { ns: this.ns, name } }, options);
  }
}

/** The summary that a namespace publishes. */
export class Summary {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  put(body: Schema<'SummaryBody'>, options?: CallOptions): Operation<Schema<'SummaryView'>> {
    return this.caller.call('namespace_summary_put', { path: { ns: this.ns }, body }, options);
  }

  get(options?: CallOptions): Operation<Schema<'SummaryView'>> {
    return this.caller.call('namespace_summary_get', { path: { ns: this.ns } }, options);
  }

  delete(options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('namespace_summary_delete', { path: { ns: this.ns } }, options);
  }
}

/** Images that documents of a namespace may name. */
export class Images {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  create(body: Schema<'ImageBody'>, options?: CallOptions): Operation<Schema<'ImageView'>> {
    return this.caller.call('namespace_images_create', { path: { ns: this.ns }, body }, options);
  }

  get(id: string, query?: QueryOf<'namespace_images_get'>, options?: CallOptions): Operation<Schema<'ImageView'>> {
    return this.caller.call('namespace_images_get', { path: { ns: this.ns, id }, query }, options);
  }

  delete(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('namespace_images_delete', { path: { ns: this.ns, id } }, options);
  }
}

/** Subscriptions of a namespace or a template prefix. */
export class Subscriptions {
  constructor(
    private readonly caller: Caller,
    private readonly ns: string,
  ) {}

  put(name: string, body: Schema<'SubscriptionBody'>, options?: CallOptions): Operation<Schema<'SubscriptionView'>> {
    return this.caller.call('namespace_subscriptions_put', { path: { ns: this.ns, name }, body }, options);
  }

  get(name: string, options?: CallOptions): Operation<Schema<'SubscriptionView'>> {
    return this.caller.call('namespace_subscriptions_get', { path: { ns: this.ns, name } }, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'SubscriptionList'>, Schema<'SubscriptionView'>> {
    const itemsOf = (page: Schema<'SubscriptionList'>) => page.subscriptions;
    return this.caller.list('namespace_subscriptions_list', { path: { ns: this.ns } }, 'query', itemsOf, options);
  }

  delete(name: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('namespace_subscriptions_delete', { path: { ns: this.ns, name } }, options);
  }
}
