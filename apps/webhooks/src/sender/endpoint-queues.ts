import { LRUCache } from 'lru-cache';
import type { Headroom } from '../delivery/headroom';
import { EndpointQueue } from './endpoint-queue';
import { Speed, aheadFor, maxUnkept, sendableFor, unknownSpeed } from './in-flight';

/** What a process has under way and holds, over all endpoints. */
export interface Load {
  /** Sent and not kept, or waiting for its time. */
  underWay: number;
  /** Held until there is room. */
  ahead: number;
}

/** The lines of the endpoints for which this process holds deliveries; and what they may take. */
export class EndpointQueues {
  private readonly byEndpoint = new Map<string, EndpointQueue>();
  private readonly paces = new LRUCache<string, Speed>({ max: 10_000 });

  /** @param bound deliveries of this process under way at once */
  constructor(readonly bound: number) {}

  /** An endpoint's line, an empty one when nothing is held for it. */
  of(endpointId: string): EndpointQueue {
    return this.byEndpoint.get(endpointId) ?? new EndpointQueue(endpointId, this.paces.get(endpointId) ?? unknownSpeed);
  }

  all(): EndpointQueue[] {
    return [...this.byEndpoint.values()];
  }

  /** To be called after every change of a line: kept while anything is held; of an idle one only the pace. */
  keep(line: EndpointQueue): void {
    const { endpointId } = line;
    if (!line.isIdle) this.byEndpoint.set(endpointId, line);
    // An old one that is idle is not the one that others fill meanwhile.
    else if (this.byEndpoint.get(endpointId) === line) this.byEndpoint.delete(endpointId);
    this.paces.set(endpointId, line.pace);
  }

  load(): Load {
    const load = { underWay: 0, ahead: 0 };
    for (const { unkept, pacing, waiting } of this.byEndpoint.values()) {
      load.underWay += unkept + pacing;
      load.ahead += waiting.length;
    }
    return load;
  }

  /** Whether anything is sent and not kept for an endpoint of this slice. */
  isBusy(slice: number): boolean {
    return this.all().some((line) => line.slice === slice && line.unkept > 0);
  }

  /** How many more may be sent to it now. */
  roomOf(line: EndpointQueue, { underWay }: Load = this.load()): number {
    const sentOrPaced = line.inFlight + line.pacing;
    const room = sendableFor(sentOrPaced, underWay, this.bound);
    return Math.max(0, Math.min(room, maxUnkept - line.unkept - line.pacing));
  }

  /** What more may be held for it. */
  placesOf(line: EndpointQueue, load: Load = this.load()): Headroom {
    if (line.isPausing) return { now: 0, ahead: 0 };
    const now = this.roomOf(line, load) - line.waiting.length;
    const isRoomy = load.underWay + load.ahead < this.bound / 2;
    const ahead = isRoomy ? aheadFor(line.pace) + Math.min(0, now) : 0;
    return { now: Math.max(0, now), ahead: Math.max(0, ahead) };
  }

  /** Endpoints for which nothing is to be claimed now. */
  busy(load: Load = this.load()): string[] {
    const isBusy = (line: EndpointQueue): boolean => {
      const { now, ahead } = this.placesOf(line, load);
      return now + ahead === 0 || !this.isLow(line);
    };
    return this.all().flatMap((line) => (isBusy(line) ? [line.endpointId] : []));
  }

  /** Of a quick endpoint many are claimed when half of them are gone, not one for each that goes. */
  isLow({ waiting, pace }: EndpointQueue): boolean {
    return waiting.length <= aheadFor(pace) / 2;
  }
}
