import { EventType, eventTypes } from '../event-types';

/**
 * The event types that a pattern names. A pattern is a type, `*` or `prefix.*`. Empty when it names none.
 * @see docs/contract.md#feed [WHK-04]
 */
export function typesOfPattern(pattern: string): EventType[] {
  if (pattern === '*') return [...eventTypes];
  if (pattern.endsWith('.*')) return eventTypes.filter((type) => type.startsWith(pattern.slice(0, -1)));
  return eventTypes.filter((type) => type === pattern);
}
