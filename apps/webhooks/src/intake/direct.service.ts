import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ClaimedDelivery, bodyOf, dayOf } from '../delivery/delivery';
import { countOf } from '../delivery/headroom';
import { nameOf, readKnown } from '../delivery/known.store';
import { PartitionStore } from '../retention/partition.store';
import { DispatchService } from '../sender/dispatch.service';
import { Wanted } from './wanted';

/** How long a batch of facts waits for endpoints that answer quickly; longer, and facts of others wait too long for it. */
const maxWaitMs = 250;

/** A delivery that may be sent from its fact, and its end. */
interface Begun {
  wanted: Wanted;
  body: string;
  end: (error?: unknown) => void;
}

/**
 * Sends deliveries from their facts, to endpoints that are healthy, for which nothing waits, and which have room: the
 * stream is their queue, and a row is written once, when the attempt has ended.
 */
@Injectable()
export class DirectService {
  constructor(
    private readonly dispatch: DispatchService,
    private readonly partitions: PartitionStore,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Begins what may be sent without a row.
   * @param heldFromMs when the read of the endpoints began, on `performance.now()`
   * @returns the end of each delivery that needs no row now, in their order; null for one that must be queued
   */
  async begin(all: readonly Wanted[], heldFromMs: number): Promise<(Promise<void> | null)[]> {
    const able = all.filter(({ isFirst, receiver }) => isFirst && receiver.isReady);
    await this.waitForRoom(able, heldFromMs + maxWaitMs);
    const begun: Begun[] = [];
    const rooms = new Map<string, number>();
    let left = this.dispatch.directRoom();
    const ends = all.map((wanted) => {
      const { event, endpointId, isFirst, receiver } = wanted;
      const key = { eventId: event.id, endpointId };
      const open = this.dispatch.direct.findEnd(key);
      if (open !== null || !isFirst || !receiver.isReady) return open;
      const room = rooms.get(endpointId) ?? this.dispatch.directRoomOf(endpointId).now;
      if (room === 0 || left === 0) return null;
      const body = bodyOf(event);
      const bytes = Buffer.byteLength(body);
      if (!this.dispatch.direct.hasRoomFor(bytes)) return null;
      rooms.set(endpointId, room - 1);
      left -= 1;
      const { ended, end } = this.dispatch.direct.begin(key, bytes);
      begun.push({ wanted, body, end });
      return ended;
    });
    await this.send(begun, heldFromMs);
    return ends;
  }

  /** Waits a moment while endpoints that answer quickly have no room for the batch, and would have it when they are empty. */
  private async waitForRoom(able: readonly Wanted[], untilMs: number): Promise<void> {
    const counts = [...countOf(able)];
    const isShort = ([endpointId, count]: [string, number]): boolean => {
      const { now, most } = this.dispatch.directRoomOf(endpointId);
      return now < Math.min(count, most);
    };
    for (let leftMs = 1; leftMs > 0 && counts.some(isShort);) {
      leftMs = untilMs - performance.now();
      if (leftMs > 0) await this.dispatch.direct.waitForEnd(leftMs);
    }
  }

  /** Sends those that have no row: an event may come twice, and the first time may be kept already. */
  private async send(begun: readonly Begun[], heldFromMs: number): Promise<void> {
    if (begun.length === 0) return;
    try {
      const deliveries = begun.map((each) => deliveryOf(each, heldFromMs));
      await this.partitions.mustHaveAll(new Set(deliveries.map(({ day }) => day)));
      const known = await readKnown(this.database, deliveries);
      const fresh = deliveries.filter((each) => !known.has(nameOf(each)));
      for (const each of deliveries) if (known.has(nameOf(each))) each.direct?.end();
      await this.dispatch.hold(fresh);
    } catch (error) {
      for (const { end } of begun) end(error);
      throw error;
    }
  }
}

function deliveryOf({ wanted, body, end }: Begun, heldFromMs: number): ClaimedDelivery {
  const { event, endpointId, traceparent = null, receiver } = wanted;
  const key = { day: dayOf(event), endpointId, eventId: event.id, turn: 0 };
  const { endpoint } = receiver;
  const direct = { wanted: { event, endpointId, traceparent: wanted.traceparent }, end };
  return {
    ...key,
    attempts: 1,
    ahead: false,
    attemptedAt: null,
    body,
    traceparent,
    waitMs: 0,
    endpoint,
    heldFromMs,
    direct,
  };
}
