import { PartedReply } from '@app/bus';
import { Caller } from '@app/contracts';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { ByteBudget } from '../admission/limit/byte-budget';
import { LeastRate } from '../admission/limit/least-rate';
import { Readable, pipeline } from 'node:stream';
import { Coding } from '../page/coding';
import { pack, packer, packingOf } from './packing';
import { PartsStream, Pieces, WholeStream } from './parts-stream';
import { Reply, RequestContext } from './request-context';

/** Bytes of replies that the process holds at once, until their clients have read them. */
export const replyBytesPerProcess = 128 * 1024 * 1024;
/** A larger reply is written in pieces of this many bytes, so that its progress can be seen. */
const pieceBytes = 64 * 1024;

export interface SentReply {
  status: number;
  mediaType: string;
  bytes: Buffer | PartedReply;
}

/**
 * Sends replies. Those that clients have not read yet are bounded in bytes, all together and for each organization, and
 * a client must read with a least rate, or its connection ends.
 */
@Injectable()
export class ReplySender {
  private readonly budget = new ByteBudget(replyBytesPerProcess);

  constructor(private readonly rates: LeastRate) {}

  /**
   * @throws Problem `rate_limited` or `unavailable` for the reply of a read, when the replies under way of the
   * organization or of all are too large together; what changed state is answered always
   */
  async send(reply: Reply, context: RequestContext, { status, mediaType, bytes }: SentReply): Promise<void> {
    const organization = context.caller?.organization ?? 'open';
    reply.code(status).header('content-type', mediaType);
    const coding = packingOf(reply, context.spec, mediaType, lengthOf(bytes));
    if (context.isHead) {
      sendHead(reply, bytes, coding);
      return;
    }
    if (bytes instanceof PartedReply || bytes.length > pieceBytes) {
      this.stream(reply, context, bytes, coding);
      return;
    }
    const { raw } = reply;
    const form = coding === null ? bytes : await pack(bytes, coding);
    // While it was packed, its client may have gone, or its time may have ended.
    if (reply.sent || raw.destroyed) return;
    if (coding !== null) reply.header('content-encoding', coding);
    reply.send(form);
    // The system took the whole reply in most cases, and nothing of it is held here.
    if (raw.closed || raw.writableLength === 0) return;
    this.budget.hold(organization, bytes.length);
    this.giveWhenClosed(reply, organization, bytes.length, () => bytes.length - raw.writableLength);
  }

  /** Bytes of replies to an organization that its clients have not read yet. */
  heldBy(organization: string): number {
    return this.budget.heldBy(organization);
  }

  private stream(
    reply: Reply,
    { caller, spec }: RequestContext,
    body: Buffer | PartedReply,
    coding: Coding | null,
  ): void {
    const organization = (caller as Caller | undefined)?.organization ?? 'open';
    const length = lengthOf(body);
    // All of it may have to wait here for its client, so that no owner has to wait for one.
    if (spec.keyed) this.budget.hold(organization, length);
    else this.take(organization, length);
    const pieces: Pieces =
      body instanceof PartedReply ? new PartsStream(body, pieceBytes) : new WholeStream(body, pieceBytes);
    const taken = (): number => (pieces.waitsForClient ? pieces.taken : Infinity);
    this.giveWhenClosed(reply, organization, length, taken);
    if (coding === null) reply.header('content-length', length).send(pieces);
    // Fastify answers a failure of the packed bytes, and the pieces end with them.
    else reply.header('content-encoding', coding).send(pipeline(pieces, packer(coding), () => undefined));
    // Fastify would answer again when the handler ends before the head of a stream is sent.
    reply.raw.flushHeaders();
  }

  private giveWhenClosed({ raw }: Reply, organization: string, bytes: number, taken: () => number): void {
    const end = (): void => void raw.destroy();
    const forget = this.rates.watch({ startedAtMs: performance.now(), bytes: taken, end });
    raw.once('close', () => {
      forget();
      this.budget.give(organization, bytes);
    });
  }

  private take(organization: string, bytes: number): void {
    const refusal = this.budget.take(organization, bytes);
    if (refusal === null) return;
    if (refusal === 'full')
      throw new Problem(
        'unavailable',
        'Too many large replies are under way; send the request again shortly.',
        {},
        { retryAfterS: 1 },
      );
    throw new Problem(
      'rate_limited',
      'The replies to this organization that are not read yet are too large together; read them, or ask for less at once.',
      { rate_limit: 'per_org', limit: 'reply_bytes_per_org' },
      { retryAfterS: 1 },
    );
  }
}

const lengthOf = (bytes: Buffer | PartedReply): number => (bytes instanceof PartedReply ? bytes.bytes : bytes.length);

/** The parts of a reply are not fetched to be counted, and nothing is packed for its length. */
function sendHead(reply: Reply, bytes: Buffer | PartedReply, coding: Coding | null): void {
  if (bytes instanceof PartedReply) bytes.drop();
  if (coding === null) reply.header('content-length', lengthOf(bytes));
  else reply.header('content-encoding', coding);
  reply.send(Readable.from([]));
}
