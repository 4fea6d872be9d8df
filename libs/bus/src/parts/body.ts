/** The body of a reply: a text, its bytes, or texts and bytes that follow each other. */
export type Body = string | Uint8Array | Pieces;

/** A body that nobody has joined: a large one is never one text, nor one stretch of memory. */
export class Pieces {
  readonly bytes: number;

  constructor(readonly all: readonly (string | Uint8Array)[]) {
    this.bytes = all.reduce((sum, piece) => sum + bytesOf(piece), 0);
  }

  joined(): Uint8Array {
    return Buffer.concat(this.all.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  }
}

export function bytesOf(body: Body): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Pieces ? body.bytes : body.length;
}

export function toBytes(body: Body): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Pieces ? body.joined() : body;
}

/** Reads a body from its first byte to its last one, and lets go of each piece that has been read. */
export class BodyReader {
  /** What is left, the next piece last. */
  private readonly left: (string | Uint8Array)[];
  private piece: Uint8Array = Buffer.alloc(0);

  constructor(body: Body) {
    this.left = body instanceof Pieces ? [...body.all].reverse() : [body];
  }

  /** Fills `into` with the bytes that come next. */
  read(into: Uint8Array): void {
    for (let at = 0; at < into.length;) {
      if (this.piece.length === 0) this.piece = toBytes(this.left.pop()!);
      const taken = this.piece.subarray(0, into.length - at);
      into.set(taken, at);
      this.piece = this.piece.subarray(taken.length);
      at += taken.length;
    }
  }
}
