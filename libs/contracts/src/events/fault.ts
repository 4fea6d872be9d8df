import { fits } from '../check';
import { eventData } from './data';
import { EventType, eventTypes } from '../event-types';

/** How an event differs from the published shape of its type; null when it fits. For specs and for producers. */
export function eventFault({ type, data }: { type: string; data: object }): string | null {
  return eventTypes.includes(type as EventType)
    ? fits(eventData[type as EventType], data, true)
    : `no event type \`${type}\``;
}
