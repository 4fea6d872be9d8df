import { EventRaised } from '../events';
import { EventData } from './data';
import { EventType } from './types';

/** Bytes of an event's record, the body that webhooks carry [DLV-01]. */
export const maxEventBytes = 64 * 1024;

/** What an event is about, beside its data. */
export interface EventOccasion<N> {
  /** `evt_` and a UUIDv7; the same for the same event however often it is raised. */
  id: string;
  organization: string;
  /** Null for events of the organization; stands in `data` too. */
  namespace: N;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  /** The endpoint that a subscription names. */
  endpoint?: string | null;
}

/** What is published of a type beside its namespace. */
export type EventContent<T extends EventType> = Omit<EventData[T], 'namespace'>;

type Made<T extends EventType> = EventRaised & { type: T };

/**
 * The one way to make an event: its `data` has the shape that is published for its type.
 * @throws Error when its record passes 64 KB: the service that raises it must leave out what may be large
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
 * An event whose record may grow with what others wrote.
 * @param bytes most that the record may have with its whole content
 * @param shorter the content in its place when it has more
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
