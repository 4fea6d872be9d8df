import { Caller } from '@app/contracts';
import { FastifyReply, FastifyRequest } from 'fastify';
import { Claim } from '../idempotency/idempotency.store';
import { ApiKey } from '../key/key';
import { RouteSpec } from '../request/route-spec';

/** A request as admission left it: who asks, for what, until when. */
export class RequestContext {
  key!: ApiKey;
  caller!: Caller;
  /** Path parameters, decoded. */
  params: Record<string, string> = {};
  /** Query parameters, checked. */
  query: Record<string, unknown> = {};
  /** The parsed and checked body. */
  body: object = {};
  /** The body as it came. */
  bytes: Buffer | undefined;
  /** The right to run a keyed request, until it is kept or given back. */
  claim: Claim | null = null;

  constructor(
    readonly spec: RouteSpec,
    readonly cameAtMs: number,
  ) {}

  get namespace(): string {
    return this.params['ns'];
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    asked: RequestContext;
  }
  interface FastifyContextConfig {
    spec?: RouteSpec;
  }
}

export type { FastifyReply as Reply, FastifyRequest as Request };
