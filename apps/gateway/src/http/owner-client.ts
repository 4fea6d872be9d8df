import { BUS } from '@app/boot';
import { Bus, RawReply } from '@app/bus';
import { RequestMessage } from '@app/contracts';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { RequestContext } from './request-context';

/** Asks the services that own the product's data, on behalf of a client's request. */
@Injectable()
export class OwnerClient {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * Asks an owner and returns the bytes of its reply.
   * @param payload of the message, or the bytes of its JSON
   * @throws Problem of the owner; `unavailable` when the owner has too many requests, since the client is within its limits
   */
  async askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    payload: Q | Uint8Array,
    context: RequestContext,
  ): Promise<RawReply> {
    const bytes = payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    try {
      return await this.bus.requester.askRaw(message, bytes, context.call);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
      throw new Problem(
        'unavailable',
        'A part of the service is busy; try again shortly.',
        {},
        { retryAfterS: error.retryAfterS ?? 1, cause: error },
      );
    }
  }

  /** Asks an owner and parses its reply. @throws Problem as `askRaw` */
  async ask<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    payload: Q,
    context: RequestContext,
  ): Promise<R> {
    return (await this.askRaw(message, payload, context)).json<R>();
  }
}
