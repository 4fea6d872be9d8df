import { receives } from '../coverage/coverage';
import { NewDelivery } from '../delivery/delivery';
import { Receiver } from './receiver.store';

/** An event, and the trace of what raised it. */
export interface Raised extends Omit<NewDelivery, 'endpointId'> {
  /** Whether the event came for the first time; one that comes again may have been sent. */
  isFirst: boolean;
}

/** A delivery of an event that was raised. */
export interface Wanted extends NewDelivery {
  /** The place of the event in its batch. */
  place: number;
  isFirst: boolean;
  receiver: Receiver;
}

/** A delivery of each event for each endpoint that receives it, in the order of the events. */
export function wantedOf(raised: readonly Raised[], receivers: ReadonlyMap<string, Receiver[]>): Wanted[] {
  return raised.flatMap(({ event, traceparent, isFirst }, place) =>
    (receivers.get(event.organization) ?? [])
      .filter((receiver) => receives(receiver, event))
      .map((receiver) => ({ event, endpointId: receiver.id, traceparent, place, isFirst, receiver })),
  );
}
