import { NamespaceRef } from '@app/contracts';
import { Lane, lanes } from '@app/contracts/engines';

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

/** One lane's lines, one an owner. A Map keeps the order of its keys: the first key is whose turn it is. */
interface Waiters<T> {
  owners: Map<string, T[]>;
  count: number;
  /** Taken from better lanes since this one was served last or became empty. */
  passedBy: number;
}

/**
 * Who goes next: the first lane with anyone in it, unless a lower one has been passed by too often; in it the owner whose
 * turn it is; first come first served for one owner. Taking a turn moves an owner to the end.
 */
export class FairQueue<T extends Turn> {
  private readonly byLane = new Map<Lane, Waiters<T>>(
    lanes.map((lane) => [lane, { owners: new Map(), count: 0, passedBy: 0 }]),
  );

  get size(): number {
    return [...this.byLane.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Who waits in a lane. */
  waiting(lane: Lane): number {
    return this.waitersOf(lane).count;
  }

  /** How many asks of an owner wait, in all lanes. */
  waitingOf(owner: string): number {
    return [...this.byLane.values()].reduce((sum, { owners }) => sum + (owners.get(owner)?.length ?? 0), 0);
  }

  /** Who goes before a newcomer of this lane, as a rule. */
  ahead(lane: Lane): number {
    return lanes.slice(0, lanes.indexOf(lane) + 1).reduce((sum, each) => sum + this.waiting(each), 0);
  }

  add(item: T): void {
    const waiters = this.waitersOf(item.lane);
    const line = waiters.owners.get(item.owner);
    if (line === undefined) waiters.owners.set(item.owner, [item]);
    else line.push(item);
    waiters.count += 1;
  }

  /** Who would be taken; stays in line. */
  peek(): T | undefined {
    const [first] = this.next()?.owners.values() ?? [];
    return first?.[0];
  }

  take(): T | undefined {
    const waiters = this.next();
    const [first] = waiters?.owners.entries() ?? [];
    if (waiters === undefined || first === undefined) return undefined;
    const [owner, line] = first;
    const item = line[0];
    line.shift();
    waiters.owners.delete(owner);
    if (line.length > 0) waiters.owners.set(owner, line);
    waiters.count -= 1;
    this.notePassed(item.lane);
    return item;
  }

  /** Takes out an ask that gave up waiting. */
  remove(item: T): void {
    const waiters = this.waitersOf(item.lane);
    const line = waiters.owners.get(item.owner);
    const place = line?.indexOf(item) ?? -1;
    if (line === undefined || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) waiters.owners.delete(item.owner);
    waiters.count -= 1;
  }

  private next(): Waiters<T> | undefined {
    const waited = [...this.byLane.values()].filter(({ count }) => count > 0);
    return waited.find(({ passedBy }) => passedBy >= patience) ?? waited[0];
  }

  private notePassed(served: Lane): void {
    for (const [lane, waiters] of this.byLane) {
      if (lane === served || waiters.count === 0) waiters.passedBy = 0;
      else if (lanes.indexOf(lane) > lanes.indexOf(served)) waiters.passedBy += 1;
    }
  }

  private waitersOf(lane: Lane): Waiters<T> {
    const waiters = this.byLane.get(lane);
    if (waiters === undefined) throw new TypeError(`there is no lane ${lane}`);
    return waiters;
  }
}
