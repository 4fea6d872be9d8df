import { CLOCK, CONFIG } from '@app/boot';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { fingerprintOf } from '../admission/idempotency/fingerprint';
import { Idempotency } from '../admission/idempotency/idempotency';
import { idempotencyKeyOf } from '../admission/idempotency/key-header';
import { KeyRing } from '../identity/key/key-ring';
import { KeyUses } from '../identity/key/key-uses';
import { Principal, demandOf } from '../identity/principal/principal';
import { ModelSetters } from '../identity/organization/model-setters';
import { assertGranted, demandOfChange } from '../identity/principal/access-changes';
import { RateLimits } from '../admission/limit/rate-limits';
import { Grant } from '../admission/limit/rate-limiter';
import { LongPolls } from '../admission/limit/long-polls';
import { ReadsInFlight } from '../admission/limit/reads-in-flight';
import { assertNamespace } from '../request/path-params';
import { readRequest } from '../request/read-request';
import { assertOwnOrigin } from '../identity/session/own-origin';
import { CookiePolicy, cookiePolicyOf, tokenOf } from '../identity/session/session-cookie';
import { isFresh } from '../identity/session/session';
import { SessionRing } from '../identity/session/session-ring';
import { noRoute } from './framework-error';
import { jsonType } from './media-types';
import { assertPermitted } from './permission';
import { setRateHeaders } from './rate-headers';
import { Reply, Request, RequestContext } from './request-context';
import { ReplySender } from './reply-sender';
import { RequestTimeouts } from './request-timeouts';

/** Ends a hook of Fastify; an error goes to `ProblemFilter`. */
type Done = (error?: Error) => void;

interface AdmissionSettings {
  routeTimeoutMs: number;
  /** Limits of keys and organizations for which the operator set none. */
  requestsPerSecondPerKey: number;
  requestsPerSecondPerOrg: number;
  concurrentReads: number;
  publicUrl: string;
  allowInsecureCookies: 'true' | 'false';
}

/** What a person reads is kept by no cache, and read by no page of another origin. */
const privateHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'cookie, authorization',
};

/**
 * Checks every request in the order of docs/contract.md#refusals. Before the body is read: route, namespace, key, rate,
 * role and scope, reads in flight (a session instead of a key: its origin too). After it: idempotency, then path, query and body. The hooks take callbacks, so that
 * the usual request waits for nothing.
 */
@Injectable()
export class Admission {
  private readonly cookie: CookiePolicy;

  constructor(
    private readonly keys: KeyRing,
    private readonly sessions: SessionRing,
    private readonly keyUses: KeyUses,
    private readonly rateLimits: RateLimits,
    private readonly reads: ReadsInFlight,
    private readonly longPolls: LongPolls,
    private readonly idempotency: Idempotency,
    private readonly timeouts: RequestTimeouts,
    private readonly replies: ReplySender,
    private readonly setters: ModelSetters,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly settings: AdmissionSettings,
  ) {
    this.cookie = cookiePolicyOf(settings);
  }

  /** Hook that Fastify calls before it reads the body. */
  readonly onRequest = (request: Request, reply: Reply, done: Done): void => {
    const { spec } = request.routeOptions.config;
    if (!spec) return done(request.is404 ? noRoute() : undefined);
    const context = new RequestContext(spec, Date.now(), this.settings.routeTimeoutMs);
    request.context = context;
    context.isHead = request.method === 'HEAD';
    context.response = reply.raw;
    context.params = request.params as Record<string, string>;
    // `:name` also matches nothing: a path that ends with a slash is not this route.
    for (const name in context.params) if (context.params[name] === '') return done(noRoute());
    try {
      this.timeouts.add(request, reply);
      if (spec.namespace) assertNamespace(context.namespace, spec.namespace);
      if (spec.ownOrigin) this.assertOwnOrigin(request);
      if (spec.access === 'open') return done();
      const found = this.authenticate(request, reply);
      if (found instanceof Promise)
        found.then((principal) => this.takeRate(request, reply, principal, done)).catch(done);
      else this.takeRate(request, reply, found, done);
    } catch (error) {
      done(error as Error);
    }
  };

  /** Hook that Fastify calls when the body has arrived. */
  readonly preHandler = (request: Request, reply: Reply, done: Done): void => {
    const { context } = request;
    if (!context) return done();
    try {
      context.bytes = request.body as Buffer | undefined;
      const key = context.spec.keyed && context.principal ? idempotencyKeyOf(request.raw.rawHeaders) : null;
      if (key === null || holdsSecret(request)) {
        read(request);
        this.countLongPoll(context, reply);
        return done();
      }
      this.claim(request, reply, key).then((isReplayed) => isReplayed || done(), done);
    } catch (error) {
      done(error as Error);
    }
  };

  /** A key counts when one is sent; the cookie of a session counts without one. */
  private authenticate(request: Request, reply: Reply): Principal | Promise<Principal> {
    const { authorization, cookie } = request.headers;
    const token = authorization === undefined ? tokenOf(this.cookie, cookie) : null;
    if (token === null) return this.keys.authenticate(authorization);
    this.assertOwnOrigin(request);
    reply.headers(privateHeaders);
    return this.sessions.authenticate(token);
  }

  private assertOwnOrigin({ method, headers, socket }: Request): void {
    assertOwnOrigin(this.settings.publicUrl, { method, headers, localPort: socket.localPort });
  }

  private takeRate(request: Request, reply: Reply, principal: Principal, done: Done): void {
    const { context } = request;
    context.principal = principal;
    if (!principal.session) this.keyUses.note(principal.id);
    context.caller = principal.caller;
    const demand = demandOf(principal, this.settings);
    const proceed = (grant: Grant): void => {
      try {
        setRateHeaders(reply, grant, demand);
        assertPermitted(context, this.clock.now());
        if (context.spec.setsModels) this.setters.assertIncludes(principal);
        if (context.spec.showsSecret && !isFresh(principal, this.clock.now()))
          context.caller = { ...principal.caller, role: 'read_only' };
        if (context.spec.counted) this.countRead(context, reply);
        if (context.spec.changesAccess) this.takeChange(principal, done);
        else done();
      } catch (error) {
        done(error as Error);
      }
    };
    const grant = this.rateLimits.take(demand);
    if (grant instanceof Promise) grant.then(proceed, done);
    else proceed(grant);
  }

  private takeChange(principal: Principal, done: Done): void {
    const demand = demandOfChange(principal);
    const proceed = (grant: Grant): void => {
      assertGranted(grant, demand);
      done();
    };
    const grant = this.rateLimits.take(demand);
    if (grant instanceof Promise) grant.then(proceed).catch(done);
    else proceed(grant);
  }

  private countRead({ principal, namespace }: RequestContext, reply: Reply): void {
    const { id: organization, concurrentReads } = principal.organization;
    const leave = this.reads.enter({ organization, namespace }, concurrentReads ?? this.settings.concurrentReads);
    onClose(reply, leave);
  }

  private countLongPoll({ principal, query, isHead }: RequestContext<object, { wait?: string }>, reply: Reply): void {
    if (isHead || !principal?.session || !(Number(query.wait) > 0)) return;
    onClose(reply, this.longPolls.enter(principal.session.id));
  }

  /** @returns true when the kept response was sent, so that nothing may run */
  private async claim(request: Request, reply: Reply, key: string): Promise<boolean> {
    const { context } = request;
    const { spec, bytes: body } = context;
    const { organization, scope, session } = context.principal;
    const identity = { method: request.method, target: request.raw.url ?? '', body };
    const fingerprint = fingerprintOf(spec.namespace ? identity : { ...identity, scope, person: session?.account });
    const keyed = { organization: organization.id, key };
    const { claim, replay } = await this.idempotency.admit(keyed, fingerprint, context.call.deadlineAtMs);
    context.claim = claim;
    if (!replay) {
      read(request);
      return false;
    }
    reply.header('idempotent-replayed', 'true');
    await this.replies.send(reply, context, { status: replay.status, mediaType: jsonType, bytes: replay.body });
    return true;
  }
}

/** Node emits `close` after the last byte, after an error, and when the client goes away, which it may have done. */
function onClose({ raw }: Reply, leave: () => void): void {
  if (raw.closed) leave();
  else raw.once('close', leave);
}

function holdsSecret(request: Request): boolean {
  const { keptWithout } = request.context.spec;
  if (keptWithout === undefined) return false;
  read(request);
  return Object.hasOwn(request.context.body, keptWithout);
}

function read({ context, raw, headers }: Request): void {
  const { spec, params, bytes } = context;
  const { query, body } = readRequest(spec, { params, target: raw.url ?? '', headers, bytes });
  context.query = query;
  context.body = body;
}
