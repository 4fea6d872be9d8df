import { factOf } from '@app/contracts/catalogue';
import { headers as newHeaders, nuid } from 'nats';
import { Outcome } from './batch';
import { OutboxRow, Sent } from './outbox-row';
import { Message } from './publisher';

/** Rows of one stream that are published together. */
export interface Shipment {
  stream: string;
  rows: OutboxRow[];
  /** The highest sequence that a durable was given before. */
  furthest: number;
}

/** What became of a shipment. */
export interface Arrival {
  /** When the stream was created that the rows were published to. */
  created: string;
  sent: Sent[];
  /** Why other rows are not known to stand in the stream, one of each. */
  failures: unknown[];
}

export function rowsByStream(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const byStream = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const stream = streamOf(row);
    const rowsOfStream = byStream.get(stream);
    if (rowsOfStream) rowsOfStream.push(row);
    else byStream.set(stream, [row]);
  }
  return byStream;
}

export function messageOf({ id, subject, payload, headers, again }: OutboxRow): Message {
  const ofMessage = newHeaders();
  // The server refuses an id that it remembers, also of a message that it has lost.
  ofMessage.append('Nats-Msg-Id', again ? `${id}.${nuid.next()}` : id);
  for (const [name, value] of Object.entries(headers)) ofMessage.append(name, value);
  return { subject, payload, headers: ofMessage };
}

export function arrivalOf({ rows }: Shipment, created: string, outcomes: readonly Outcome[]): Arrival {
  const arrival: Arrival = { created, sent: [], failures: [] };
  outcomes.forEach((outcome, index) => {
    if ('seq' in outcome) arrival.sent.push({ row: rows[index], seq: outcome.seq });
    else arrival.failures.push(outcome.error);
  });
  return arrival;
}

function streamOf({ subject }: OutboxRow): string {
  const message = factOf(subject);
  if (!message) throw new Error(`${subject} is not declared`);
  return message.stream;
}
