/*
 * A frame carries many requests, or many replies, in one message. All numbers are unsigned and little-endian.
 *
 *     frame = mark (3 bytes), kind (1 byte), number of entries (4), entries
 *     entry = id (4), bytes of the head (4), bytes of the body (4), head (UTF-8), body
 *
 * No JSON text begins with the mark. Its last byte is the version of this format.
 */
const mark = [0xf7, 0x4a, 1] as const;
const prologueBytes = 8;
const prefixBytes = 12;
const kinds = { requests: 1, replies: 2 } as const;

export type FrameKind = keyof typeof kinds;

/** The most entries that one frame carries, so that frames spread over the replicas of an owner. */
export const maxFrameEntries = 64;
/** A frame with several entries is no larger, prologue included: a reply that is kept keeps the bytes of its whole frame. */
export const maxFrameBytes = 128 * 1024;
/** A request with a larger body travels by itself. */
export const maxFramedBytes = 64 * 1024;

/** One request or reply on its way into a frame. */
export interface OutgoingEntry {
  id: number;
  head: string;
  body: string | Uint8Array;
  headBytes: number;
  bodyBytes: number;
}

/** One request or reply out of a frame; `body` is a view of the frame's bytes. */
export interface FrameEntry {
  id: number;
  head: string;
  body: Uint8Array;
}

/** @param id below 2^32 */
export function outgoing(id: number, head: string, body: string | Uint8Array): OutgoingEntry {
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  return { id, head, body, headBytes: Buffer.byteLength(head), bodyBytes };
}

/** Bytes of a frame that carries these entries. */
export function frameBytes(entries: readonly OutgoingEntry[]): number {
  return entries.reduce((sum, entry) => sum + entryBytes(entry), prologueBytes);
}

export function encodeFrame(kind: FrameKind, entries: readonly OutgoingEntry[]): Uint8Array {
  const frame = Buffer.allocUnsafe(frameBytes(entries));
  frame.set(mark);
  frame[mark.length] = kinds[kind];
  frame.writeUInt32LE(entries.length, 4);
  let at = prologueBytes;
  for (const { id, head, body, headBytes, bodyBytes } of entries) {
    frame.writeUInt32LE(id, at);
    frame.writeUInt32LE(headBytes, at + 4);
    frame.writeUInt32LE(bodyBytes, at + 8);
    at += prefixBytes;
    frame.write(head, at);
    at += headBytes;
    if (typeof body === 'string') frame.write(body, at);
    else frame.set(body, at);
    at += bodyBytes;
  }
  return frame;
}

/**
 * The entries of a frame, all of them or none: null when the bytes are no whole frame of this kind and version, as when
 * they are cut, have bytes to spare, hold more than `maxFrameEntries` entries or an id twice.
 */
export function decodeFrame(kind: FrameKind, data: Uint8Array): FrameEntry[] | null {
  const frame = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (frame.length < prologueBytes || frame[mark.length] !== kinds[kind]) return null;
  if (mark.some((byte, i) => frame[i] !== byte)) return null;
  const count = frame.readUInt32LE(4);
  if (count === 0 || count > maxFrameEntries) return null;
  const entries: FrameEntry[] = [];
  const ids = new Set<number>();
  let at = prologueBytes;
  for (let i = 0; i < count; i++) {
    if (at + prefixBytes > frame.length) return null;
    const id = frame.readUInt32LE(at);
    const bodyAt = at + prefixBytes + frame.readUInt32LE(at + 4);
    const end = bodyAt + frame.readUInt32LE(at + 8);
    if (end > frame.length || ids.has(id)) return null;
    ids.add(id);
    entries.push({ id, head: frame.toString('utf8', at + prefixBytes, bodyAt), body: frame.subarray(bodyAt, end) });
    at = end;
  }
  return at === frame.length ? entries : null;
}

/** Entries in frames of at most `maxFrameEntries` and `maxFrameBytes`, in their order; a larger entry has a frame of its own. */
export function packFrames(entries: readonly OutgoingEntry[]): OutgoingEntry[][] {
  const frames: OutgoingEntry[][] = [];
  let frame: OutgoingEntry[] = [];
  let bytes = prologueBytes;
  for (const entry of entries) {
    const own = entryBytes(entry);
    if (frame.length === maxFrameEntries || (frame.length > 0 && bytes + own > maxFrameBytes)) {
      frames.push(frame);
      frame = [];
      bytes = prologueBytes;
    }
    frame.push(entry);
    bytes += own;
  }
  if (frame.length > 0) frames.push(frame);
  return frames;
}

function entryBytes({ headBytes, bodyBytes }: OutgoingEntry): number {
  return prefixBytes + headBytes + bodyBytes;
}
