import { FactMessage } from '@app/contracts';
import { EventRaised, EventType, eventSubject } from '@app/contracts/events';
import { currentTraceparent } from '@app/observability';
import { newId } from '../database/ids';
import { Named, Tx } from '../database/queryable';
import { textArray } from './text-array';

export interface OutboxRow {
  id: string;
  subject: string;
  /** JSON text. */
  payload: string;
  headers: Record<string, string>;
}

const insert: Named = {
  name: 'outbox-add',
  text: `insert into outbox (id, subject, payload, headers)
         select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])`,
};

/** Publishes facts from inside the transaction that makes them true; the relay sends them after the commit. */
export async function addToOutbox(tx: Tx, rows: OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(insert, [
    rows.map(({ id }) => id),
    rows.map(({ subject }) => subject),
    textArray(rows.map(({ payload }) => payload)),
    rows.map(({ headers }) => JSON.stringify(headers)),
  ]);
  tx.wakeRelay();
}

/**
 * A row for one fact, in the trace of the request or message that caused it.
 * @param message whose subject is one, not a family that ends in `>`
 * @param traceparent of the cause, where it is another than what is under way now
 */
export function factRow<P extends object>(
  { subject }: FactMessage<P>,
  payload: P,
  traceparent: string | null | undefined = currentTraceparent(),
): OutboxRow {
  return { id: newId('msg'), subject, payload: JSON.stringify(payload), headers: traceHeaders(traceparent) };
}

/**
 * The row of an event that people are notified of, under the event's own id: added to its owner's transaction, it is
 * raised exactly when what it says became true.
 * @param event made by `makeEvent`
 */
export function eventRow(event: EventRaised & { type: EventType }): OutboxRow {
  const headers = traceHeaders(currentTraceparent());
  return { id: event.id, subject: eventSubject(event.type), payload: JSON.stringify(event), headers };
}

/** The headers by which a consumer goes on with a trace. */
export function traceHeaders(traceparent: string | null | undefined): Record<string, string> {
  return traceparent ? { traceparent } : {};
}
