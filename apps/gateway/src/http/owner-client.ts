import { BUS } from '@app/boot';
import type { Bus } from '@app/bus';
import { Call, PartedReply, RawReply } from '@app/bus';
import { RequestMessage } from '@app/contracts';
import { Problem, isFullOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { OwnerQueue, busyOwner } from './owner-queue';
import { RequestContext } from './request-context';

/** How long a request that its owner refused waits before it is sent again: doubled each time, in milliseconds. */
const firstPauseMs = 10;
const longestPauseMs = 320;

/** Asks the services that own the product's data, on behalf of a client's request. */
@Injectable()
export class OwnerClient {
  /** By subject. */
  private readonly queues = new Map<string, OwnerQueue>();

  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * Asks an owner, when its turn comes, and returns the bytes of its reply.
   * @param payload of the message, or the bytes of its JSON
   * @throws Problem of the owner, `rate_limited` for an allowance of the day alone; `unavailable` when the owner is busy until
   * the deadline, since the client is within its limits
   */
  askRaw<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    payload: Q | Uint8Array,
    context: RequestContext,
  ): Promise<RawReply> {
    return this.runInTurn(message, payload, context, (bytes) =>
      this.bus.requester.askRaw(message, bytes, context.call),
    );
  }

  /** `askRaw` for a reply that leaves as its parts arrive. */
  askParts<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    payload: Q | Uint8Array,
    context: RequestContext,
  ): Promise<RawReply | PartedReply> {
    return this.runInTurn(message, payload, context, (bytes) =>
      this.bus.requester.askParts(message, bytes, context.call),
    );
  }

  private async runInTurn<T>(
    message: RequestMessage,
    payload: object | Uint8Array,
    { caller, call }: RequestContext,
    ask: (bytes: string | Uint8Array) => Promise<T>,
  ): Promise<T> {
    const bytes = payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    try {
      return await this.queueOf(message).run(caller.organization, call.deadlineAtMs, () =>
        askUntilTaken(message, call, () => ask(bytes)),
      );
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
      // An allowance of the client's own, and not the owner's load: it says itself when to come again.
      if (error.details.resets_at !== undefined) throw error;
      throw busyOwner(error.retryAfterS, error);
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

  private queueOf({ subject, maxConcurrent }: RequestMessage): OwnerQueue {
    const known = this.queues.get(subject);
    if (known) return known;
    const made = new OwnerQueue(maxConcurrent);
    this.queues.set(subject, made);
    return made;
  }
}

/**
 * Sends the request again while the owner takes no more of its kind: other gateways fill it. The owner refuses such a
 * request before it does anything.
 */
async function askUntilTaken<T>(message: RequestMessage, call: Call, ask: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!isFullOf(error, message.subject) || call.leftMs <= pauseMs) throw error;
      // A part of it is random, so that refused requests do not come back together.
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random() / 2)));
    }
  }
}
