import type { Schema } from '@app/sdk/client';
import type { Filter } from '../../filter/filter';

type Body = Schema<'SubscriptionBody'>;

/** A subscription as it is typed. */
export interface SubscriptionFields {
  name: string;
  /** Null while its text is no JSON. */
  filter: Filter | null;
  /** Id; empty: the feed alone. */
  endpoint: string;
  on: NonNullable<Body['on']>;
  include: NonNullable<Body['include']>;
  initial: NonNullable<Body['initial']>;
  /** Such as `1h`; empty: at once. */
  minHold: string;
}

/** The fields of a subscription that does not exist yet. */
export function newFields(filter: Filter = {}): SubscriptionFields {
  return { name: '', filter, endpoint: '', on: ['entered', 'exited'], include: [], initial: 'silent', minHold: '' };
}

export function fieldsOf(view: Schema<'SubscriptionView'>): SubscriptionFields {
  return {
    name: view.name,
    filter: view.filter,
    endpoint: view.endpoint ?? '',
    on: view.on as SubscriptionFields['on'],
    include: view.include as SubscriptionFields['include'],
    initial: view.initial as SubscriptionFields['initial'],
    minHold: view.min_hold ?? '',
  };
}

/** The whole of a request, since it replaces; null while the filter is no JSON. */
export function bodyOf({ filter, endpoint, on, include, initial, minHold }: SubscriptionFields): Body | null {
  if (filter === null) return null;
  return {
    filter,
    endpoint: endpoint === '' ? null : endpoint,
    on,
    include,
    initial,
    min_hold: minHold.trim() === '' ? null : minHold.trim(),
  };
}
