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
export interface EndpointToSign extends Pick<
  Endpoint,
  'id' | 'organization' | 'url' | 'secret' | 'previousSecret' | 'previousUntil'
> {
  /** Changes with whatever changes in the endpoint. */
  version: string;
}

/** A delivery that this process holds until its lease ends. */
export interface ClaimedDelivery extends DeliveryKey {
  /** The attempt it is held for, from 1. */
  attempts: number;
  /** Held until there is room: the attempt counts when its result is kept, and a death before counts none. */
  ahead: boolean;
  /** When the attempt before this one ended; null for the first. */
  attemptedAt: Date | null;
  /** The exact bytes to sign and send, as text. */
  body: string;
  /** How long it waits for the endpoint's pace, in milliseconds. */
  waitMs: number;
  endpoint: EndpointToSign;
  /** From when on it is held and its endpoint known, on `performance.now()`: never later than in the database. */
  heldFromMs: number;
}

/** How many attempts its row counts while it is held: with `ahead`, the fence that keeps out an earlier holder. */
export function fenceOf({ attempts, ahead }: ClaimedDelivery): number {
  return ahead ? attempts - 1 : attempts;
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
