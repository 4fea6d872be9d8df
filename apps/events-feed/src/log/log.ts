import { EventRaised, EventType } from '@app/contracts/events';

/** One event as the log keeps it. */
export interface LogRow {
  id: string;
  organization: string;
  type: string;
  namespace: string | null;
  /** The record that readers get, as JSON text: the same `id`, `type`, `timestamp` and `data` that a webhook carries. */
  body: string;
}

const testType: EventType = 'webhook.test';

export function toRow({ id, organization, type, namespace, timestamp, data }: EventRaised): LogRow {
  return { id, organization, type, namespace, body: JSON.stringify({ id, type, timestamp, data }) };
}

/** The rows of a batch of facts: each event id once, in the order of arrival, without test sends. */
export function rowsOf(events: readonly EventRaised[]): LogRow[] {
  const byId = new Map<string, LogRow>();
  for (const event of events) {
    if (event.type !== testType && !byId.has(event.id)) byId.set(event.id, toRow(event));
  }
  return [...byId.values()];
}
