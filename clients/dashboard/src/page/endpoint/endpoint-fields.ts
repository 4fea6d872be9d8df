import type { Schema } from '@app/sdk/client';
import { numberOf } from '../../format/typed-number';

type View = Pick<Schema<'EndpointView'>, 'url' | 'events' | 'namespace_prefix' | 'description' | 'max_per_second'>;

/** An endpoint as it is typed. */
export interface EndpointFields {
  url: string;
  /** Types and patterns of platform events; none: what subscriptions send alone. */
  events: string[];
  /** Empty: all namespaces. */
  prefix: string;
  description: string;
  /** Deliveries a second at most; empty: no limit. */
  pace: string;
}

export const newFields: EndpointFields = { url: '', events: [], prefix: '', description: '', pace: '' };

export function fieldsOf({
  url,
  events,
  namespace_prefix: prefix,
  description,
  max_per_second: pace,
}: View): EndpointFields {
  return { url, events, prefix, description: description ?? '', pace: pace === null ? '' : String(pace) };
}

/** The request that makes an endpoint; what is empty is left to the service. */
export function bodyOf({ url, events, prefix, description, pace }: EndpointFields): Schema<'EndpointBody'> {
  return {
    url,
    ...(events.length > 0 && { events }),
    ...(prefix.trim() !== '' && { namespace_prefix: prefix.trim() }),
    ...(description !== '' && { description }),
    ...(pace !== '' && { max_per_second: numberOf(pace) }),
  };
}

/** The members that a person changed, and no other; an emptied one goes back to its default. */
export function changesOf(view: View, typed: EndpointFields): Schema<'EndpointPatchBody'> {
  const before = fieldsOf(view);
  return {
    ...(typed.url !== before.url && { url: typed.url }),
    ...(!isSameSet(typed.events, before.events) && { events: typed.events }),
    ...(typed.prefix !== before.prefix && {
      namespace_prefix: typed.prefix.trim() === '' ? null : typed.prefix.trim(),
    }),
    ...(typed.description !== before.description && { description: typed.description || null }),
    ...(typed.pace !== before.pace && { max_per_second: numberOf(typed.pace) }),
  };
}

/** The order in which types were ticked says nothing. */
function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each) => others.includes(each));
}
