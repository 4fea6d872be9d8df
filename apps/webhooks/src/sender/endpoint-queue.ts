import { ClaimedDelivery } from '../delivery/delivery';
import { sliceOf } from '../endpoint/endpoint-row';
import { endpointTtlMs } from '../endpoint/endpoint-ttl';
import { Speed } from './in-flight';

/** A delivery that is not sent this long after its claim is given back, so that its 15 s fit into the lease of 30 s. */
const maxHeldMs = 13_000;
/** One without a row becomes a row after so long: its fact must be acknowledged. */
const maxDirectMs = 2_000;

/** The deliveries of one endpoint that this process holds. */
export class EndpointQueue {
  readonly slice: number;
  /** Sent, and no response yet. */
  inFlight = 0;
  /** Sent, and the result is not recorded yet: what a death of the process now would repeat. */
  unrecorded = 0;
  /** Held until the endpoint's rate allows them. */
  pacing = 0;
  /** Held until there is room to send them. */
  waiting: ClaimedDelivery[] = [];
  /** The receiver asked for a pause, and the process is recording it. */
  isPausing = false;
  /** Whether the database may have more deliveries that are due. */
  mayHaveMore = true;
  /** The version of the endpoint is being read. */
  isReading = false;
  /** Version of the endpoint at `readAtMs`; null when it may not receive. */
  private version: string | null = null;
  private readAtMs = -Infinity;

  constructor(
    readonly endpointId: string,
    public speed: Speed,
  ) {
    this.slice = sliceOf(endpointId);
  }

  /** Whether it holds nothing, so that only the endpoint's speed would be lost with it. */
  get isIdle(): boolean {
    return this.unrecorded === 0 && this.pacing === 0 && this.waiting.length === 0;
  }

  /**
   * Takes a version of the endpoint, unless it has a newer one.
   * @param version null when the endpoint may not receive
   * @param atMs on `performance.now()`, not later than the read
   */
  setVersion(version: string | null, atMs: number): void {
    if (atMs < this.readAtMs) return;
    this.version = version;
    this.readAtMs = atMs;
  }

  /** Whether the version was read recently enough to be used. */
  isFresh(nowMs: number): boolean {
    return nowMs - this.readAtMs <= endpointTtlMs;
  }

  /** Whether the endpoint is still as it was when the delivery was claimed, and may receive. */
  isCurrent({ endpoint }: ClaimedDelivery): boolean {
    return endpoint.version === this.version;
  }

  /** Removes and returns the deliveries that waited too long. */
  takeStale(nowMs: number): ClaimedDelivery[] {
    const isStale = ({ heldFromMs, direct }: ClaimedDelivery): boolean =>
      nowMs - heldFromMs >= (direct === null ? maxHeldMs : maxDirectMs);
    if (!this.waiting.some(isStale)) return [];
    const all = this.takeAll();
    this.waiting = all.filter((each) => !isStale(each));
    return all.filter(isStale);
  }

  /** Removes and returns all waiting deliveries. */
  takeAll(): ClaimedDelivery[] {
    return this.waiting.splice(0);
  }
}
