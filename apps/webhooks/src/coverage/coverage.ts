import { scopeCovers, scopeWithin } from '@app/contracts';
import { EventType, eventTypes, typesOfPattern } from '@app/contracts/events';
import { invalid } from '@app/problem';

/** The members of an event that decide which endpoints receive it. */
export interface CoveredEvent {
  type: string;
  /** Null for events of the organization. */
  namespace: string | null;
  /** The endpoint of the subscription that raised it; null for platform events and for subscriptions without one. */
  endpoint: string | null;
}

/** The events that an endpoint selects. */
export interface EventSelection {
  /** Id of the endpoint. */
  id: string;
  /** Event types and patterns, as the client sent them. */
  events: readonly string[];
  namespacePrefix: string;
}

/** Types that `events` may select. Subscription events name their endpoint, and test sends go only where requested. */
const platformTypes: ReadonlySet<string> = new Set(
  eventTypes.filter((type) => !type.startsWith('subscription.') && type !== 'webhook.test'),
);

/** @throws Problem `invalid_request` for an unknown type, or a pattern that matches no type which `events` may select */
export function checkEvents(patterns: readonly string[]): void {
  patterns.forEach((pattern, i) => {
    const matching: EventType[] = typesOfPattern(pattern);
    if (matching.length === 0) {
      const message = `\`${pattern}\` matches no event type; send types of the published list, or patterns of them.`;
      throw invalid('bad_enum', `/events/${i}`, message);
    }
    if (!matching.some((type) => platformTypes.has(type))) {
      const why = 'a subscription names its own endpoint, and a test send goes only to the endpoint that it tests';
      throw invalid('bad_enum', `/events/${i}`, `\`${pattern}\` cannot be selected: ${why}. Leave it out.`);
    }
  });
}

/** Whether an endpoint's prefix covers a namespace, or all namespaces of a template prefix. */
export function coversNamespace(namespacePrefix: string, namespace: string | null): boolean {
  if (namespacePrefix === '*') return true;
  if (namespace === null) return false;
  return namespace.endsWith('*') ? scopeWithin(namespace, namespacePrefix) : scopeCovers(namespacePrefix, namespace);
}

/** Whether an endpoint receives an event. */
export function receives(selection: EventSelection, event: CoveredEvent): boolean {
  if (!coversNamespace(selection.namespacePrefix, event.namespace)) return false;
  if (event.endpoint !== null) return event.endpoint === selection.id;
  if (!platformTypes.has(event.type)) return false;
  return selection.events.some((pattern) => typesOfPattern(pattern).some((type) => type === event.type));
}
