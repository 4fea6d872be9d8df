import { EventRaised } from './messages';
import { EventData } from './data';
import { EventType } from '../event-types';

/** Largest size of an event's record in bytes: the body of a webhook [DLV-01]. */
export const maxEventBytes = 64 * 1024;

/** Members of an event other than its data. */
export interface EventOccasion<N> {
  /** `evt_` and a UUIDv7; a repeated event has the same id. */
  id: string;
  organization: string;
  /** Null for events of the organization. `makeEvent` copies it into `data`. */
  namespace: N;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  /** The endpoint that a subscription names. */
  endpoint?: string | null;
}

/** The data of a type without its namespace. */
export type EventContent<T extends EventType> = Omit<EventData[T], 'namespace'>;

type Made<T extends EventType> = EventRaised & { type: T };

/**
 * Makes an event. The compiler checks that `data` has the published shape of its type.
 * @throws Error when the record exceeds 64 KB: the producer must leave out members that may be large
 */
export function makeEvent<T extends EventType>(
  type: T,
  occasion: EventOccasion<EventData[T]['namespace']>,
  content: EventContent<T>,
): Made<T> {
  const event = eventOf(type, occasion, content);
  const bytes = recordBytes(event);
  if (bytes <= maxEventBytes) return event;
  throw new Error(`event ${event.id} of type ${type} has ${bytes} bytes, over ${maxEventBytes}`);
}

/**
 * Makes an event whose record may grow with the data of users.
 * @param bytes largest size of the record with its whole content, in bytes
 * @param shorter the content to use when the record would be larger
 */
export function makeEventWithin<T extends EventType>(
  bytes: number,
  type: T,
  occasion: EventOccasion<EventData[T]['namespace']>,
  content: EventContent<T>,
  shorter: () => EventContent<T>,
): Made<T> {
  const event = eventOf(type, occasion, content);
  return recordBytes(event) <= bytes ? event : makeEvent(type, occasion, shorter());
}

function eventOf<T extends EventType>(
  type: T,
  { id, organization, namespace, timestamp, endpoint = null }: EventOccasion<EventData[T]['namespace']>,
  content: EventContent<T>,
): Made<T> {
  return { id, type, organization, namespace, timestamp, endpoint, data: { namespace, ...content } };
}

function recordBytes({ id, type, timestamp, data }: EventRaised): number {
  return Buffer.byteLength(JSON.stringify({ id, type, timestamp, data }));
}
