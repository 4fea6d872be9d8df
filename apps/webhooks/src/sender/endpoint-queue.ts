import { ClaimedDelivery } from '../delivery/delivery';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { sliceOf } from '../endpoint/endpoint.store';
import { Speed } from './in-flight';

/** A delivery that was not sent so long after its claim is given back: an attempt of 15 s ends before the lease of 30 s. */
const heldAtMostMs = 13_000;

/** The deliveries of one endpoint that this process holds. */
export class EndpointQueue {
  readonly slice: number;
  /** Sent and not answered. */
  inFlight = 0;
  /** Sent and not kept: what a death now would repeat at most. */
  unkept = 0;
  /** Held until their time comes, by the endpoint's pace. */
  pacing = 0;
  /** Held until there is room. */
  waiting: ClaimedDelivery[] = [];
  /** It asked for a pause, which is being kept. */
  isPausing = false;
  /** Since the last claim that found less than it might take, more may have been queued. */
  mayHaveMore = true;
  /** What is in force is being read. */
  isAsking = false;
  /** Of the endpoint, as it was at `knownAtMs`; null while nothing may be sent to it. */
  private version: string | null = null;
  private knownAtMs = -Infinity;

  constructor(
    readonly endpointId: string,
    public pace: Speed,
  ) {
    this.slice = sliceOf(endpointId);
  }

  /** Nothing is held; only what is known of its pace would be lost. */
  get isIdle(): boolean {
    return this.unkept === 0 && this.pacing === 0 && this.waiting.length === 0;
  }

  /** @param atMs on `performance.now()`, not later than it was read */
  learn(version: string | null, atMs: number): void {
    if (atMs < this.knownAtMs) return;
    this.version = version;
    this.knownAtMs = atMs;
  }

  isKnown(nowMs: number): boolean {
    return nowMs - this.knownAtMs <= endpointTtlMs;
  }

  /** Whether what was claimed may be sent as it is: nothing of its endpoint has changed since. */
  isInForce({ endpoint }: ClaimedDelivery): boolean {
    return endpoint.version === this.version;
  }

  /** Takes out what has waited too long. */
  takeStale(nowMs: number): ClaimedDelivery[] {
    const isStale = ({ heldFromMs }: ClaimedDelivery): boolean => nowMs - heldFromMs >= heldAtMostMs;
    if (!this.waiting.some(isStale)) return [];
    const all = this.takeAll();
    this.waiting = all.filter((each) => !isStale(each));
    return all.filter(isStale);
  }

  takeAll(): ClaimedDelivery[] {
    return this.waiting.splice(0);
  }
}
