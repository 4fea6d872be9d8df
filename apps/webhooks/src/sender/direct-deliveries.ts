import type { DeliveryKey } from '../delivery/delivery';
import { nameOf } from '../delivery/known.store';

/** Bytes of bodies of all deliveries without rows. */
const maxBytes = 16 * 1024 * 1024;

/** A delivery that has no row yet. */
interface Open {
  bytes: number;
  ended: Promise<void>;
  end: (error?: unknown) => void;
}

/**
 * The deliveries that this process sends from their facts, from the look at their fact until they stand in rows. An event
 * that comes again meanwhile is no second delivery.
 */
export class DirectDeliveries {
  private readonly open = new Map<string, Open>();
  private readonly waiters = new Set<() => void>();
  private bytes = 0;

  get size(): number {
    return this.open.size;
  }

  /** Whether the bodies of so many bytes more would be too much. */
  hasRoomFor(bytes: number): boolean {
    return this.bytes + bytes <= maxBytes;
  }

  /** The end of a delivery that is open; null for one that is not. */
  findEnd(key: Pick<DeliveryKey, 'eventId' | 'endpointId'>): Promise<void> | null {
    return this.open.get(nameOf(key))?.ended ?? null;
  }

  /**
   * Opens one that is not open.
   * @param bytes of its body
   * @returns what ends it, with a reason when it stands in no row, and its end, which rejects with that reason
   */
  begin(key: Pick<DeliveryKey, 'eventId' | 'endpointId'>, bytes: number): Pick<Open, 'ended' | 'end'> {
    const name = nameOf(key);
    let settle: (error?: unknown) => void = () => undefined;
    const ended = new Promise<void>((resolve, reject) => {
      settle = (error) => (error === undefined ? resolve() : reject(error as Error));
    });
    // Who waits for the end may come later than the reason.
    ended.catch(() => undefined);
    const one: Open = { bytes, ended, end: (error) => this.close(name, one, () => settle(error)) };
    this.open.set(name, one);
    this.bytes += bytes;
    return one;
  }

  /** Resolves when one ends, or after so many milliseconds. */
  async waitForEnd(withinMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let wake: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.waiters.add(wake);
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    this.waiters.delete(wake);
  }

  private close(name: string, one: Open, settle: () => void): void {
    if (this.open.get(name) !== one) return;
    this.open.delete(name);
    this.bytes -= one.bytes;
    settle();
    this.waiters.forEach((wake) => wake());
  }
}
