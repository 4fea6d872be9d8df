import { ServerResponse } from 'node:http';
import { Call } from '@app/bus';
import { Caller } from '@app/contracts';
import { systemClock } from '@app/observability';
import { madeAtMs, newId } from '@app/persistence';
import { FastifyReply, FastifyRequest } from 'fastify';
import { Claim } from '../admission/idempotency/idempotency.store';
import { Principal } from '../identity/principal/principal';
import { RouteSpec } from '../request/route-spec';

/** Part of a route's time that is left for the reply. */
const replyMarginMs = 2000;
/** A change that must not happen late begins within this time of its request [JOB-03]. */
const beginByMs = 25_000;

/** What the gateway knows of a request: its route, and, as the hooks find them, its caller and its checked content. */
export class RequestContext<Body extends object = object, Query extends object = object> {
  /** Who makes the request; undefined on an open route. */
  principal!: Principal;
  /** The identity that its requests to owners carry; undefined on an open route. */
  caller!: Caller;
  /** Path parameters, decoded. */
  params: Record<string, string> = {};
  /** Parameters of the query string, checked. */
  query = {} as Query;
  /** The body, parsed and checked. */
  body = {} as Body;
  /** The body as the client sent it. */
  bytes: Buffer | undefined;
  /** Closes when the last byte of the reply has been sent, and when the client has gone. */
  response!: ServerResponse;
  /** A HEAD request: nothing is judged or waited for, and no one gets a body. */
  isHead = false;
  /** The right to run a keyed request; null once its response is kept or the claim is given back. */
  claim: Claim | null = null;

  /** Under which its owner keeps the outcome of a change that is not keyed, so that the gateway can ask again for it. */
  private effectId: string | undefined;

  constructor(
    readonly spec: RouteSpec,
    readonly receivedAtMs: number,
    private readonly routeTimeoutMs: number,
  ) {}

  get namespace(): string {
    return this.params['ns'];
  }

  /**
   * When the client sent this request first, by the clock that all processes share: its repetition with the same
   * `Idempotency-Key`, after an outcome that nobody knows, has the moment of the first. Milliseconds since 1970.
   */
  get firstSentAtMs(): number {
    const atMs = (this.claim && madeAtMs(this.claim.effectId)) ?? this.receivedAtMs;
    return atMs + systemClock.machineBehindMs();
  }

  /** The call that this request makes of an owner, or of the gateway itself: its caller, effect id and deadlines. */
  get call(): Call {
    const marginMs = Math.min(replyMarginMs, this.routeTimeoutMs / 10);
    const deadlineAtMs = this.receivedAtMs + this.routeTimeoutMs - marginMs;
    if (!this.spec.beginBy) return new Call(deadlineAtMs, this.caller, this.claim?.effectId);
    const beginBy = Math.min(deadlineAtMs, this.receivedAtMs + beginByMs);
    return new Call(deadlineAtMs, this.caller, this.claim?.effectId ?? (this.effectId ??= newId('clm')), beginBy);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
  }
}

export type { FastifyReply as Reply, FastifyRequest as Request };
