import { EventType, eventTypes, scopeCovers, scopeWithin, typesOfPattern } from '@app/contracts';
import { invalid } from '@app/problem';

/** What an event says of who should hear it. */
export interface CoveredEvent {
  type: string;
  /** Null for events of the organization. */
  namespace: string | null;
  /** The endpoint that a subscription names; null for platform events and for subscriptions without one. */
  endpoint: string | null;
}

/** What an endpoint wants to hear. */
export interface EventSelection {
  id: string;
  /** Event types and patterns, as they were sent. */
  events: readonly string[];
  namespacePrefix: string;
}

/** What `events` may select: never subscription events, which name their endpoint, and never test sends. */
const platformTypes: ReadonlySet<string> = new Set(
  eventTypes.filter((type) => !type.startsWith('subscription.') && type !== 'webhook.test'),
);

/** @throws Problem `invalid_request` for an unknown type, or a pattern that names nothing `events` may select */
export function checkEvents(patterns: readonly string[]): void {
  patterns.forEach((pattern, i) => {
    const named: EventType[] = typesOfPattern(pattern);
    if (named.length === 0) {
      throw invalid(
        'bad_enum',
        `/events/${i}`,
        `No event type is named by \`${pattern}\`; see the list of event types.`,
      );
    }
    if (!named.some((type) => platformTypes.has(type))) {
      const why = 'subscriptions name their own endpoint, and test sends go only where they are asked for';
      throw invalid('bad_enum', `/events/${i}`, `\`${pattern}\` cannot be selected: ${why}. Leave it out.`);
    }
  });
}

/** Whether an endpoint with this prefix may hear of a namespace (or of all namespaces of a template prefix). */
export function coversNamespace(namespacePrefix: string, namespace: string | null): boolean {
  if (namespacePrefix === '*') return true;
  if (namespace === null) return false;
  return namespace.endsWith('*') ? scopeWithin(namespace, namespacePrefix) : scopeCovers(namespacePrefix, namespace);
}

/** Whether an endpoint hears of an event. */
export function receives(listener: EventSelection, event: CoveredEvent): boolean {
  if (!coversNamespace(listener.namespacePrefix, event.namespace)) return false;
  if (event.endpoint !== null) return event.endpoint === listener.id;
  if (!platformTypes.has(event.type)) return false;
  return listener.events.some((pattern) => typesOfPattern(pattern).some((type) => type === event.type));
}
