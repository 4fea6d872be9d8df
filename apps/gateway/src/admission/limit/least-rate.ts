import { Injectable } from '@nestjs/common';

/** Bytes a second that a body must arrive with, and a reply be read with, on average. */
export const leastBytesPerSecond = 32 * 1024;
const checkMs = 500;
/** A transfer is not measured before it has lasted this long, in milliseconds. */
export const graceMs = 5000;
/** A body must be there as a whole after this long, in milliseconds. */
export const wholeWithinMs = 30_000;

/** Bytes on their way from or to a client. */
export interface Transfer {
  /** Milliseconds of `performance.now()`. */
  startedAtMs: number;
  /** Bytes that have come through. */
  bytes(): number;
  /** Milliseconds after which it ends whatever its rate; without it, it may last. */
  withinMs?: number;
  /** Ends a transfer that is too slow. */
  end(): void;
}

/** Transfers under way, of which those end that are too slow. One timer checks all. */
@Injectable()
export class LeastRate {
  private readonly running = new Set<Transfer>();
  private timer: NodeJS.Timeout | undefined;

  /** @returns what the caller must call once when the transfer has ended */
  watch(transfer: Transfer): () => void {
    this.running.add(transfer);
    this.timer ??= setInterval(() => this.look(), checkMs).unref();
    return () => void this.running.delete(transfer);
  }

  /** The timer ends with the last transfer. */
  private look(): void {
    this.check(performance.now());
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Ends what is too slow. @param nowMs milliseconds of `performance.now()` */
  check(nowMs: number): void {
    for (const transfer of this.running) {
      const lastsMs = nowMs - transfer.startedAtMs;
      // Those after this one began later.
      if (lastsMs < graceMs) return;
      const { withinMs = Infinity } = transfer;
      if (lastsMs < withinMs && transfer.bytes() >= (leastBytesPerSecond * lastsMs) / 1000) continue;
      this.running.delete(transfer);
      transfer.end();
    }
  }
}
