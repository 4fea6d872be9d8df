import { EventRaised, EventType, eventSubject } from '@app/contracts';
import { OutboxRow, outboxRow } from './outbox';

/**
 * The outbox row of an event that people are told of, under the event's own id: added to its owner's transaction, it is
 * raised exactly when what it tells became true.
 * @param event made by `makeEvent`
 */
export function eventRow(event: EventRaised & { type: EventType }, headers: Record<string, string> = {}): OutboxRow {
  return outboxRow(eventSubject(event.type), event, headers, event.id);
}
