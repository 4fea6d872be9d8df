import { EventRaised } from '@app/contracts';
import { Outcome } from '@app/egress';
import { madeAtMs } from '@app/persistence';
import { Endpoint } from '../endpoint/endpoint';

/** The natural key of a delivery: one event for one endpoint, and the turn of its redelivery (0: the first). */
export interface DeliveryKey {
  day: string;
  endpointId: string;
  eventId: string;
  turn: number;
}

/** A delivery to be queued. */
export interface NewDelivery {
  event: EventRaised;
  endpointId: string;
}

/** What of an endpoint an attempt needs. */
export type EndpointToSign = Pick<
  Endpoint,
  'id' | 'organization' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'
>;

/** A delivery that this process holds until its lease ends; `attempts`, this one included, is the fence. */
export interface ClaimedDelivery extends DeliveryKey {
  attempts: number;
  /** When the attempt before this one ended; null for the first. */
  attemptedAt: Date | null;
  /** The exact bytes to sign and send, as text. */
  body: string;
  /** How long it waits for the endpoint's pace, in milliseconds. */
  waitMs: number;
  endpoint: EndpointToSign;
}

/** What one attempt came to. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/** The day on which an event was made, by its id: the same event is always looked for in the same partition. */
export function dayOf({ id, timestamp }: Pick<EventRaised, 'id' | 'timestamp'>): string {
  return new Date(madeAtMs(id) ?? Date.parse(timestamp)).toISOString().slice(0, 10);
}

/** An event as receivers get it. */
export interface SentEvent {
  id: string;
  type: string;
  timestamp: string;
  data: object;
  /** Only on test sends, and then true. */
  test?: true;
}

/** The record that is signed and sent: the one that the feed shows. */
export function bodyOf({ id, type, timestamp, data, test }: SentEvent): string {
  return JSON.stringify({ id, type, timestamp, data, ...(test ? { test } : {}) });
}
