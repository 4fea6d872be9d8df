import { RawReply } from '../reply';

/** Who takes the parts of a reply, in their order. */
export interface Taker {
  part(bytes: Uint8Array): void;
  /** No more comes. @param error why the reply is not whole */
  end(error?: Error): void;
}

/** A reply whose body arrives in parts. Its owner sends on only while what it has sent arrives. */
export class PartedReply {
  /** Bytes that have arrived. */
  got = 0;
  private kept: Uint8Array[] = [];
  private ended: { error?: Error } | undefined;
  private taker: Taker | undefined;

  /**
   * @param bytes of the body
   * @param notes as of a reply that is whole
   * @param cancel tells the owner that nobody wants more
   */
  constructor(
    readonly bytes: number,
    readonly notes: Record<string, string>,
    private readonly cancel: () => void,
  ) {}

  /** Gives the parts to `taker`, first those that have come already. */
  read(taker: Taker): void {
    this.taker = taker;
    for (const bytes of this.kept) taker.part(bytes);
    this.kept = [];
    if (this.ended) taker.end(this.ended.error);
  }

  /** The whole reply. @throws Error of `end` */
  readWhole(): Promise<RawReply> {
    const body = Buffer.allocUnsafe(this.bytes);
    let at = 0;
    return new Promise((resolve, reject) =>
      this.read({
        part: (bytes) => {
          body.set(bytes, at);
          at += bytes.length;
        },
        end: (error) => (error ? reject(error) : resolve(new RawReply(body, this.notes))),
      }),
    );
  }

  /** Nobody wants the rest: its owner sends no more. */
  drop(): void {
    this.kept = [];
    this.taker = { part: () => undefined, end: () => undefined };
    if (!this.ended) this.cancel();
  }

  /** A part has arrived. */
  add(bytes: Uint8Array): void {
    this.got += bytes.length;
    if (this.taker) this.taker.part(bytes);
    else this.kept.push(bytes);
  }

  end(error?: Error): void {
    if (this.ended) return;
    this.ended = { error };
    this.taker?.end(error);
  }
}
