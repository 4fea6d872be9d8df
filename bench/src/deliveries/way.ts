import { newId } from '@app/persistence';
import { makeEvent, sampleOf } from '@app/contracts/events';
import { PostedEvent } from '../bare/poster';
import { Part } from './accounts';

export type BenchEvent = ReturnType<typeof makeEvent<'subscription.entered'>>;

/** One way of getting events to the receiver. */
export interface DeliveryWay {
  /** Accepts all of them, in whatever lots suit it; they arrive then or later. */
  burst(events: BenchEvent[]): Promise<void>;
  /** Accepts one; resolves when it is kept. */
  send(event: BenchEvent): Promise<void>;
  /** Resolves when nothing is left to do, so that the next to be measured has the machine alone. */
  settles(): Promise<void>;
  stop(): Promise<void>;
}

/** The service's way. */
export interface OwnWay extends DeliveryWay {
  /** Seconds of processor time that each part of it has used. */
  accounts(): Record<Part, number>;
}

/** Events of one transaction, or of one addition to the queue, in a burst: a write of many documents. */
export const together = 100;

const { namespace: _, ...change } = sampleOf('subscription.entered');

export function eventsOf(organization: string, count: number): BenchEvent[] {
  return Array.from({ length: count }, () => {
    const occasion = { id: newId('evt'), organization, namespace: 'bench/deliveries' };
    return makeEvent('subscription.entered', { ...occasion, timestamp: new Date().toISOString() }, change);
  });
}

/** What a receiver is sent of it. */
export function postedOf({ id, type, timestamp, data }: BenchEvent): PostedEvent {
  return { id, type, timestamp, data };
}

export function lotsOf<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / together) }, (_lot, n) =>
    all.slice(n * together, (n + 1) * together),
  );
}
