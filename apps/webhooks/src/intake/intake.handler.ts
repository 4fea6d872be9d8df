import { Delivered } from '@app/bus';
import { EventRaised } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { receives } from '../coverage/coverage';
import { Sender } from '../sender/sender.service';
import { NewDelivery } from '../delivery/delivery';
import { QueueStore } from './queue.store';

/** Events raised become deliveries to the endpoints that hear of them. */
@Injectable()
export class DeliveryHandler {
  constructor(
    private readonly queue: QueueStore,
    private readonly sender: Sender,
  ) {}

  async queueAll(batch: Delivered<EventRaised>[]): Promise<void> {
    const events = batch.map(({ payload }) => payload);
    const listeners = await this.queue.listeners([...new Set(events.map(({ organization }) => organization))]);
    const deliveries: NewDelivery[] = events.flatMap((event) =>
      (listeners.get(event.organization) ?? [])
        .filter((listener) => receives(listener, event))
        .map(({ id: endpointId }) => ({ event, endpointId })),
    );
    const { claimed, waiting } = await this.queue.add(deliveries, (endpointId) => this.sender.placesOf(endpointId));
    await this.sender.hold(claimed);
    if (waiting.length > 0) this.sender.wake(waiting);
  }
}
