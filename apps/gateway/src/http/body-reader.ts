import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { IncomingMessage } from 'node:http';
import { ByteBudget, Refusal } from '../admission/limit/byte-budget';
import { LeastRate, wholeWithinMs } from '../admission/limit/least-rate';
import { arrivedTooSlowly } from './client-error';
import { bodyLimitBytes, bodyTooLarge } from './framework-error';
import { Request } from './request-context';

/** Bytes of request bodies that the process holds at once, from their arrival until the reply has been sent. */
export const bodyBytesPerProcess = 128 * 1024 * 1024;

/** Bytes of a body that somebody unknown sends. */
const openBodyBytes = 16 * 1024;

type Done = (error: Error | null, body?: Buffer) => void;

/**
 * Reads bodies as bytes; they stay bytes until their fingerprint has been compared. All bodies together, and those of an
 * organization, are bounded in bytes, and each must arrive with a least rate.
 */
@Injectable()
export class BodyReader {
  private readonly budget = new ByteBudget(bodyBytesPerProcess);

  constructor(private readonly rates: LeastRate) {}

  /**
   * Parser that Fastify calls for every body. A body whose length is declared is refused before it is read.
   * @throws through `done`: Problem `too_large`; `rate_limited` for an organization's share, `unavailable` when others
   * hold all bytes
   */
  readonly read = (request: Request, payload: IncomingMessage, done: Done): void => {
    const declared = Number(request.headers['content-length']);
    const isDeclared = !Number.isNaN(declared);
    const limit = request.context.spec.access === 'open' ? openBodyBytes : bodyLimitBytes;
    if (declared > limit) return done(bodyTooLarge(limit));
    const take = this.takerOf(request);
    const refusal = isDeclared ? take(declared) : null;
    if (refusal) return done(refused(refusal));
    const chunks: Buffer[] = [];
    let received = 0;
    const { raw } = request;
    const forget = this.rates.watch({
      startedAtMs: performance.now(),
      bytes: () => received,
      withinMs: wholeWithinMs,
      end: () => {
        // Ended and not closed: what the client still sends would cost it the reply.
        request.context.response.once('finish', () => raw.socket.end());
        finish(arrivedTooSlowly());
      },
    });
    const finish = (error: Error | null): void => {
      payload.off('data', onData).off('end', onEnd).off('error', finish);
      forget();
      // A body that breaks off is the client's fault, like a header that cannot be read.
      if (error) done(error instanceof Problem ? error : Object.assign(error, { statusCode: 400 }));
      else done(null, Buffer.concat(chunks, received));
      chunks.length = 0;
    };
    const onEnd = (): void => finish(null);
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > limit) return finish(bodyTooLarge(limit));
      const late = isDeclared ? null : take(chunk.length);
      if (late) return finish(refused(late));
      chunks.push(chunk);
    };
    payload.on('data', onData).on('end', onEnd).on('error', finish);
    payload.resume();
  };

  /** Bytes of an organization's bodies that the process holds now. */
  heldBy(organization: string): number {
    return this.budget.heldBy(organization);
  }

  /** Takes bytes for a request; they are given back when its reply has been sent or its client has gone. */
  private takerOf({ context }: Request): (bytes: number) => Refusal | null {
    // Nobody is known on an open route: its bodies share one part.
    const organization = context.caller?.organization ?? 'open';
    let held = 0;
    let isClosed = context.response.closed;
    context.response.once('close', () => {
      isClosed = true;
      this.budget.give(organization, held);
    });
    return (bytes) => {
      if (isClosed) return null;
      const refusal = this.budget.take(organization, bytes);
      if (!refusal) held += bytes;
      return refusal;
    };
  }
}

function refused(refusal: Refusal): Problem {
  if (refusal === 'full')
    return new Problem(
      'unavailable',
      'Too many large requests arrive at once; send it again shortly.',
      {},
      { retryAfterS: 1 },
    );
  return new Problem(
    'rate_limited',
    'The bodies of this organization that are under way are too large together; send fewer or smaller ones at once.',
    { rate_limit: 'per_org', limit: 'request_bytes_per_org' },
    { retryAfterS: 1 },
  );
}
