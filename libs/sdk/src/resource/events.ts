import { follow, type FollowOptions } from '../follow/follow';
import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { WithTypes } from '../shape/event-pattern';
import type { WithNumbers } from '../shape/query';

type EventsQuery = WithNumbers<WithTypes<QueryOf<'events_read'>>, 'wait'>;

/** The feed of events: 30 days, in one order. */
export class Events {
  constructor(private readonly caller: Caller) {}

  /** One page of the feed; `next_cursor` is where a later call goes on. */
  read(query: EventsQuery = {}, options?: CallOptions): Operation<Schema<'EventList'>> {
    return this.caller.call('events_read', { query: query as QueryOf<'events_read'> }, options);
  }

  get(id: string, options?: CallOptions): Operation<Schema<'EventView'>> {
    return this.caller.call('events_get', { path: { id } }, options);
  }

  /** Every event from a cursor on, once and in order, without end. */
  follow(options?: FollowOptions): AsyncGenerator<Schema<'EventView'>> {
    return follow((query, call) => this.read(query as EventsQuery, call), options);
  }

  redeliver(id: string, body: Schema<'RedeliverBody'>, options?: CallOptions): Operation<Schema<'DeliveryView'>> {
    return this.caller.call('events_redeliver', { path: { id }, body }, options);
  }
}
