import { EventRaised } from '@app/contracts/events';
import { Outcome } from '@app/egress';
import { madeAtMs } from '@app/persistence';
import { Endpoint } from '../endpoint/endpoint';

/** The natural key of a delivery: one event for one endpoint. */
export interface DeliveryKey {
  /** Partition, `YYYY-MM-DD`: the day on which the event was made, or on which it was redelivered. */
  day: string;
  endpointId: string;
  eventId: string;
  /** 0 for the event's own delivery, then the number of the redelivery. */
  turn: number;
}

/** A delivery that is not queued yet. */
export interface NewDelivery {
  event: EventRaised;
  endpointId: string;
  /** W3C traceparent of what raised the event. */
  traceparent?: string;
}

/** The members of an endpoint that an attempt needs. */
export interface EndpointToSign extends Pick<
  Endpoint,
  'id' | 'organization' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'
> {
  /** Version of the endpoint's row: every change of the endpoint changes it. */
  version: string;
}

/**
 * What a delivery has that is sent from its fact alone: it has no row until its result is kept, and its fact is
 * acknowledged after that. A death before leaves the fact, which then comes again.
 */
export interface Direct {
  /** What is queued as a row when it is not sent. */
  wanted: NewDelivery;
  /** Ends it: it stands in a row, or it does not, for this reason, and its fact comes again. */
  end: (error?: unknown) => void;
}

/** A delivery that this process holds: until its lease ends, or from its fact. */
export interface ClaimedDelivery extends DeliveryKey {
  /** The attempt for which the process holds the delivery, from 1. */
  attempts: number;
  /**
   * Whether the process holds the delivery before there is room to send it. Such an attempt is counted when its result is
   * recorded, so that a process that dies before sending counts none.
   */
  ahead: boolean;
  /** When the attempt before this one ended; null for the first. */
  attemptedAt: Date | null;
  /** The exact text to sign and send. */
  body: string;
  /** W3C traceparent of what raised the event; null while tracing is off. */
  traceparent: string | null;
  /** How long to wait for the endpoint's rate, in milliseconds. */
  waitMs: number;
  endpoint: EndpointToSign;
  /** When the lease began and the endpoint was read, on `performance.now()`; never later than in the database. */
  heldFromMs: number;
  /** Null for a delivery that has a row. */
  direct: Direct | null;
}

/** The attempts that the row counts while the delivery is held. With `ahead` it is the fence against earlier holders. */
export function fenceOf({ attempts, ahead }: ClaimedDelivery): number {
  return ahead ? attempts - 1 : attempts;
}

/** The result of one attempt. */
export interface AttemptResult {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/** The day on which an event was made, by its id, so that an event that comes twice meets the same partition. */
export function dayOf({ id, timestamp }: Pick<EventRaised, 'id' | 'timestamp'>): string {
  return new Date(madeAtMs(id) ?? Date.parse(timestamp)).toISOString().slice(0, 10);
}

/** An event as receivers get it. */
export interface SentEvent {
  id: string;
  type: string;
  timestamp: string;
  data: object;
  /** Present, and true, on test sends only. */
  test?: true;
}

/** The record that is signed and sent, as JSON text: the same that the feed shows. */
export function bodyOf({ id, type, timestamp, data, test }: SentEvent): string {
  return JSON.stringify({ id, type, timestamp, data, ...(test ? { test } : {}) });
}
