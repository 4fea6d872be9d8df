import { NamespaceRef } from '@app/contracts';
import { Lane, lanes } from '@app/contracts/engines';
import { FairQueue } from '@app/queues';

/** An ask that waits: in which lane, and for which namespace. */
export interface Turn {
  lane: Lane;
  /** Organization and namespace: inside a lane these take turns, however many asks each has. */
  owner: string;
}

/** The owner of the asks of a namespace. */
export function ownerOf({ organization, namespace }: NamespaceRef): string {
  return JSON.stringify([organization, namespace]);
}

/** So many of better lanes go before a lane that has someone waiting; then it gets one turn, so that none starves. */
export const patience = 16;

/** One lane. */
interface Waiters<T> {
  queue: FairQueue<string, T>;
  /** Taken from better lanes since this one was served last or became empty. */
  passedBy: number;
}

/**
 * Who goes next: the first lane with anyone in it, unless a lower one has been passed by too often; in it the owner whose
 * turn it is; first come first served for one owner. Taking a turn moves an owner to the end.
 */
export class LaneQueue<T extends Turn> {
  private readonly byLane = new Map<Lane, Waiters<T>>(
    lanes.map((lane) => [lane, { queue: new FairQueue(), passedBy: 0 }]),
  );

  get size(): number {
    return [...this.byLane.values()].reduce((sum, { queue }) => sum + queue.size, 0);
  }

  /** Who waits in a lane. */
  waiting(lane: Lane): number {
    return this.queueOf(lane).size;
  }

  /** How many asks of an owner wait, in all lanes. */
  waitingOf(owner: string): number {
    return [...this.byLane.values()].reduce((sum, { queue }) => sum + queue.sizeOf(owner), 0);
  }

  /** Who goes before a newcomer of this lane, as a rule. */
  ahead(lane: Lane): number {
    return lanes.slice(0, lanes.indexOf(lane) + 1).reduce((sum, each) => sum + this.waiting(each), 0);
  }

  add(item: T): void {
    this.queueOf(item.lane).add(item.owner, item);
  }

  /** Who would be taken; stays in line. */
  peek(): T | undefined {
    const queue = this.next();
    const owner = queue?.nextOwner();
    return owner === undefined ? undefined : queue?.peek(owner);
  }

  take(): T | undefined {
    const item = this.peek();
    if (item === undefined) return undefined;
    this.queueOf(item.lane).take(item.owner);
    this.notePassed(item.lane);
    return item;
  }

  /** Takes out an ask that gave up waiting. */
  remove(item: T): void {
    this.queueOf(item.lane).remove(item.owner, item);
  }

  private next(): FairQueue<string, T> | undefined {
    const waited = [...this.byLane.values()].filter(({ queue }) => queue.size > 0);
    return (waited.find(({ passedBy }) => passedBy >= patience) ?? waited[0])?.queue;
  }

  private notePassed(served: Lane): void {
    for (const [lane, waiters] of this.byLane) {
      if (lane === served || waiters.queue.size === 0) waiters.passedBy = 0;
      else if (lanes.indexOf(lane) > lanes.indexOf(served)) waiters.passedBy += 1;
    }
  }

  private queueOf(lane: Lane): FairQueue<string, T> {
    const waiters = this.byLane.get(lane);
    if (waiters === undefined) throw new TypeError(`there is no lane ${lane}`);
    return waiters.queue;
  }
}
