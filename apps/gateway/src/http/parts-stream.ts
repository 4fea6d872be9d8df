import { PartedReply } from '@app/bus';
import { Readable } from 'node:stream';

/** What a client gets of a reply, in pieces that are each written when its connection takes more. */
export abstract class Pieces extends Readable {
  /** Bytes that the connection has taken. */
  taken = 0;

  /** Whether bytes for the client are here that it does not take. */
  abstract readonly waitsForClient: boolean;
}

/** A reply that is here as a whole. */
export class WholeStream extends Pieces {
  readonly waitsForClient = true;

  constructor(
    private readonly whole: Buffer,
    private readonly pieceBytes: number,
  ) {
    super({ highWaterMark: pieceBytes });
  }

  override _read(): void {
    const from = this.taken;
    this.taken = Math.min(from + this.pieceBytes, this.whole.length);
    this.push(from < this.whole.length ? this.whole.subarray(from, this.taken) : null);
  }
}

/** A reply whose parts arrive from its owner. What the client does not take yet waits here, of a size that is known. */
export class PartsStream extends Pieces {
  private readonly waiting: Uint8Array[] = [];
  private isWanted = false;
  private isEnded = false;

  constructor(
    private readonly reply: PartedReply,
    private readonly pieceBytes: number,
  ) {
    super({ highWaterMark: pieceBytes });
    reply.read({
      part: (bytes) => {
        this.waiting.push(bytes);
        if (this.isWanted) this.give();
      },
      end: (error) => {
        this.isEnded = true;
        if (error) this.destroy(error);
        else if (this.isWanted) this.give();
      },
    });
  }

  get waitsForClient(): boolean {
    // Once all has come, what the client has not got waits here or in the connection's own buffer.
    return this.isEnded || this.waiting.length > 0;
  }

  override _read(): void {
    this.isWanted = true;
    this.give();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.waiting.length = 0;
    this.reply.drop();
    done(error);
  }

  private give(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      if (this.isEnded) this.push(null);
      return;
    }
    this.isWanted = false;
    const piece = next.subarray(0, this.pieceBytes);
    if (piece.length < next.length) this.waiting[0] = next.subarray(this.pieceBytes);
    else this.waiting.shift();
    this.taken += piece.length;
    this.push(piece);
  }
}
