import { EventRaised, EventType, SubjectKind, subjectKinds } from '@app/contracts/events';

/** What an event is about. A document, subscription or judgment of the same name in another namespace is found beside it. */
export interface Subject {
  kind: SubjectKind;
  name: string;
}

/** One event as the log keeps it. */
export interface LogRow {
  id: string;
  organization: string;
  type: string;
  namespace: string | null;
  /** The record that readers get, as JSON text: the same `id`, `type`, `timestamp` and `data` that a webhook carries. */
  body: string;
  subjects: Subject[];
}

const testType: EventType = 'webhook.test';

export function toRow({ id, organization, type, namespace, timestamp, data }: EventRaised): LogRow {
  const body = JSON.stringify({ id, type, timestamp, data });
  return { id, organization, type, namespace, body, subjects: subjectsOf(data) };
}

/** The data of each type names what it is about by the same members. */
function subjectsOf(data: object): Subject[] {
  return subjectKinds.flatMap((kind) => {
    const name = (data as Readonly<Record<string, unknown>>)[kind];
    return typeof name === 'string' ? [{ kind, name }] : [];
  });
}

/** The rows of a batch of facts: each event id once, in the order of arrival, without test sends. */
export function rowsOf(events: readonly EventRaised[]): LogRow[] {
  const byId = new Map<string, LogRow>();
  for (const event of events) {
    if (event.type !== testType && !byId.has(event.id)) byId.set(event.id, toRow(event));
  }
  return [...byId.values()];
}
