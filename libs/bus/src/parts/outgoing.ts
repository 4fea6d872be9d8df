import { Place } from '../beat/work-under-way';
import { Body, BodyReader, bytesOf } from './body';
import { emptyPart, partBytes, partsAhead } from './wire';

/**
 * Parts of which the asker has not said for so long that they are there will not arrive: it has ended, or they were lost.
 * While it lives it says at each beat what has arrived; milliseconds.
 */
const lostAfterMs = 5000;

/** A reply that leaves in parts. */
export class OutgoingReply {
  private readonly body: BodyReader;
  readonly bytes: number;
  private sent = 0;
  private got = 0;
  /** When a part left or arrived last. */
  private movedAtMs: number;
  private isOver = false;
  private settle!: () => void;
  /** Resolves when all of it is sent, or nobody wants more. */
  readonly ended = new Promise<void>((resolve) => (this.settle = resolve));

  /**
   * @param organization whose request it answers; null for work without one
   * @param deadlineAtMs when nobody waits for it any more, in milliseconds since 1970
   * @param nowMs a clock that only goes on, in milliseconds
   */
  constructor(
    readonly place: Place,
    readonly organization: string | null,
    body: Body,
    readonly deadlineAtMs: number,
    nowMs: number,
  ) {
    this.body = new BodyReader(body);
    this.bytes = bytesOf(body);
    this.movedAtMs = nowMs;
  }

  /** Bytes that are sent and of which the asker has said nothing yet. */
  get underWay(): number {
    return this.isOver ? 0 : this.sent - this.got;
  }

  /** Bytes that have not left, or of which the asker has said nothing yet. */
  get held(): number {
    return this.isOver ? 0 : this.bytes - this.got;
  }

  /** The size of the next part; 0 while the asker has not said that it has enough of those before, and at the end. */
  get nextBytes(): number {
    if (this.isOver || this.underWay + partBytes > partsAhead * partBytes) return 0;
    return Math.min(partBytes, this.bytes - this.sent);
  }

  /** The next part as a message. */
  next(nowMs: number): Uint8Array {
    this.movedAtMs = nowMs;
    const { message, bytes } = emptyPart(this.place.id, this.sent, this.nextBytes);
    this.body.read(bytes);
    this.sent += bytes.length;
    return message;
  }

  /** The asker has so many bytes; null when it wants no more. */
  hear(got: number | null, nowMs: number): void {
    if (got === null) this.end();
    else if (got > this.got && got <= this.sent) {
      this.got = got;
      this.movedAtMs = nowMs;
    }
  }

  get isSent(): boolean {
    return this.sent === this.bytes;
  }

  /** Whether nobody waits for it any more. */
  isGivenUp(nowMs: number): boolean {
    const isLost = this.underWay > 0 && nowMs - this.movedAtMs > lostAfterMs;
    return isLost || Date.now() > this.deadlineAtMs;
  }

  end(): void {
    this.isOver = true;
    this.settle();
  }
}
