import { csvText } from '@app/csv';
import {
  byText,
  namespaceOf,
  subjectsOf,
  whyText,
  type Event,
  type Subject,
  type EventSubscription,
} from './event-words';

const kinds = ['document', 'subscription', 'judgment', 'job', 'endpoint'] as const;

/** Events as a table: what the page shows of each. @param subscriptionOf the subscription of an event, where it is known */
export function eventsCsv(
  events: readonly Event[],
  subscriptionOf: (event: Event) => EventSubscription | undefined,
): string {
  return csvText(
    ['id', 'timestamp', 'type', 'namespace', ...kinds, 'why', 'by'],
    events.map((event) => {
      const subjects = new Map<Subject['kind'], string>(subjectsOf(event).map(({ kind, words }) => [kind, words]));
      return [
        ...[event.id, event.timestamp, event.type, namespaceOf(event)],
        ...kinds.map((kind) => subjects.get(kind)),
        ...[whyText(event, subscriptionOf(event)), byText(event)],
      ];
    }),
  );
}

/** Events as the feed has them, a line of JSON for each. */
export function eventsJsonl(events: readonly Event[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
