import type { EventType } from '../event/event';

type Family<T extends string> = T extends `${infer Head}.${string}` ? Head : never;

/** A type of event, a family of them such as `subscription.*`, or `*`. Types of a later version need a cast. */
export type EventPattern = EventType | `${Family<EventType>}.*` | '*';

/** A body with event patterns in the place of free texts. */
export type WithEvents<B extends { events?: string[] | null }> = Omit<B, 'events'> & {
  events?: EventPattern[] | Extract<B['events'], null>;
};

/** A query whose types are a list of patterns, or the text of the wire with commas. */
export type WithTypes<Q> = Q extends { types?: string }
  ? Omit<Q, 'types'> & { types?: string | readonly EventPattern[] }
  : Q;
