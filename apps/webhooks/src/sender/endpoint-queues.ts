import { LRUCache } from 'lru-cache';
import type { Headroom } from '../delivery/headroom';
import { EndpointQueue } from './endpoint-queue';
import { Speed, aheadFor, directFor, maxUnrecorded, sendableFor, unknownSpeed } from './in-flight';

const maxSpeeds = 10_000;

/** Deliveries that this process holds over all endpoints. */
export interface Load {
  /** Sent and not recorded, or waiting for the endpoint's rate. */
  underWay: number;
  /** Waiting for room. */
  waiting: number;
}

/** The queues of the endpoints for which this process holds deliveries, and how many more each may hold. */
export class EndpointQueues {
  private readonly byEndpoint = new Map<string, EndpointQueue>();
  private readonly speeds = new LRUCache<string, Speed>({ max: maxSpeeds });

  /** @param bound the most deliveries that this process may have under way */
  constructor(readonly bound: number) {}

  /** The queue of an endpoint: a new, empty one when the process holds nothing for it. */
  of(endpointId: string): EndpointQueue {
    const queue = this.byEndpoint.get(endpointId);
    return queue ?? new EndpointQueue(endpointId, this.speeds.get(endpointId) ?? unknownSpeed);
  }

  all(): EndpointQueue[] {
    return [...this.byEndpoint.values()];
  }

  /** Call it after every change of a queue. It keeps the queue while it holds anything, and the endpoint's speed. */
  keep(queue: EndpointQueue): void {
    const { endpointId } = queue;
    if (!queue.isIdle) this.byEndpoint.set(endpointId, queue);
    // An idle queue may be an old one, while a newer queue of the same endpoint holds deliveries.
    else if (this.byEndpoint.get(endpointId) === queue) this.byEndpoint.delete(endpointId);
    this.speeds.set(endpointId, queue.speed);
  }

  load(): Load {
    const load = { underWay: 0, waiting: 0 };
    for (const { unrecorded, pacing, waiting } of this.byEndpoint.values()) {
      load.underWay += unrecorded + pacing;
      load.waiting += waiting.length;
    }
    return load;
  }

  /** Whether a delivery of this slice is sent and not recorded. */
  isBusy(slice: number): boolean {
    return this.all().some((queue) => queue.slice === slice && queue.unrecorded > 0);
  }

  /** How many more deliveries of the endpoint may be sent now. */
  sendableOf(queue: EndpointQueue, { underWay }: Load = this.load()): number {
    const sentOrPaced = queue.inFlight + queue.pacing;
    const sendable = sendableFor(sentOrPaced, underWay, this.bound);
    return Math.max(0, Math.min(sendable, maxUnrecorded - queue.unrecorded - queue.pacing));
  }

  /** How many more deliveries of the endpoint may be held. */
  headroomOf(queue: EndpointQueue, load: Load = this.load()): Headroom {
    if (queue.isPausing) return { now: 0, ahead: 0 };
    const now = this.sendableOf(queue, load) - queue.waiting.length;
    const isHalfEmpty = load.underWay + load.waiting < this.bound / 2;
    const ahead = isHalfEmpty ? aheadFor(queue.speed) + Math.min(0, now) : 0;
    return { now: Math.max(0, now), ahead: Math.max(0, ahead) };
  }

  /** How many more deliveries may be sent to the endpoint from their facts, without rows; `most` when it holds none. */
  directRoomOf(queue: EndpointQueue, load: Load = this.load()): { now: number; most: number } {
    const isHalfEmpty = load.underWay + load.waiting < this.bound / 2;
    const most = queue.isPausing || !isHalfEmpty ? 0 : directFor(queue.speed);
    return { now: Math.max(0, most - queue.waiting.length), most };
  }

  /** Endpoints of which nothing should be claimed now. */
  busy(load: Load = this.load()): string[] {
    const isBusy = (queue: EndpointQueue): boolean => {
      const { now, ahead } = this.headroomOf(queue, load);
      return now + ahead === 0 || !this.isLow(queue);
    };
    return this.all().flatMap((queue) => (isBusy(queue) ? [queue.endpointId] : []));
  }

  /** Whether half of what may be held ahead is gone: only then more is claimed, and many at once. */
  isLow({ waiting, speed }: EndpointQueue): boolean {
    return waiting.length <= aheadFor(speed) / 2;
  }
}
