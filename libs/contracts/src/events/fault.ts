import { fits } from '../check';
import { eventData } from './data';
import { EventType, eventTypes } from './types';

/** What keeps an event from what is published of its type, or null; for specs and for services that raise events. */
export function eventFault({ type, data }: { type: string; data: object }): string | null {
  return eventTypes.includes(type as EventType)
    ? fits(eventData[type as EventType], data, true)
    : `no event type \`${type}\``;
}
