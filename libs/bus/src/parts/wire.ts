/*
 * A reply that is larger than a message may be leaves in parts. Its first message says what follows and has no body:
 * in a frame its head has `parts`, and a reply by itself has the header `Parts`. The parts follow in their order to
 * `<inbox of the asker>.parts`, and the asker says on the owner's inbox for credits what it has got. Numbers are
 * unsigned and little-endian.
 *
 *     part = number of the request (4 bytes), bytes of the body before it (4), bytes
 *     credit = number of the reply (4), bytes of the body that have arrived (4)
 */

/** No reply is a message of more bytes, headers included, when its asker takes parts. */
export const maxReplyBytes = 128 * 1024;
/** Bytes of the body in one part. */
export const partBytes = 127 * 1024;
/** Parts that are sent before the asker says that it has any of them. */
export const partsAhead = 4;
/** Last word of the subject of parts. */
export const partsToken = 'parts';
/** Stands for the bytes in a credit when the asker wants no more of the reply. */
const none = 0xffff_ffff;

/** What the first message of a reply in parts says of the others. */
export interface PartsHead {
  /** Bytes of the body. */
  bytes: number;
  /** Last word of the subject on which its owner hears credits. */
  token: string;
  /** The number of the reply at its owner. */
  reply: number;
}

/** A part as it arrives; its bytes are a view of the message. */
export interface Part {
  /** The number of the request at its asker. */
  id: number;
  before: number;
  bytes: Uint8Array;
}

export interface Credit {
  reply: number;
  /** Bytes that have arrived; null when the asker wants no more. */
  got: number | null;
}

const prologueBytes = 8;

/** A part to fill: the message, and the place of its bytes in it. */
export function emptyPart(id: number, before: number, bytes: number): { message: Buffer; bytes: Buffer } {
  const message = Buffer.allocUnsafe(prologueBytes + bytes);
  message.writeUInt32LE(id, 0);
  message.writeUInt32LE(before, 4);
  return { message, bytes: message.subarray(prologueBytes) };
}

/** @returns null when the bytes are no part */
export function readPart(data: Uint8Array): Part | null {
  if (data.length <= prologueBytes) return null;
  const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return { id: message.readUInt32LE(0), before: message.readUInt32LE(4), bytes: message.subarray(prologueBytes) };
}

export function writeCredit({ reply, got }: Credit): Uint8Array {
  const message = Buffer.allocUnsafe(prologueBytes);
  message.writeUInt32LE(reply, 0);
  message.writeUInt32LE(got ?? none, 4);
  return message;
}

/** @returns null when the bytes are no credit */
export function readCredit(data: Uint8Array): Credit | null {
  if (data.length !== prologueBytes) return null;
  const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const got = message.readUInt32LE(4);
  return { reply: message.readUInt32LE(0), got: got === none ? null : got };
}

export function partsText({ bytes, token, reply }: PartsHead): string {
  return `${bytes} ${token} ${reply}`;
}

export function partsHeadOf(text: string): PartsHead {
  const [bytes, token, reply] = text.split(' ');
  return { bytes: Number(bytes), token, reply: Number(reply) };
}
