import { scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { Idempotency, keyOf } from '../idempotency/idempotency.service';
import { fingerprintOf } from '../idempotency/fingerprint';
import { KeyRing, RingKey } from '../key/key-ring.service';
import { RateLimits } from '../limit/rate-limits.service';
import { Grant } from '../limit/rate-limiter';
import { ReadsInFlight } from '../limit/reads-in-flight.service';
import { RequestContext, Reply, Request } from './request-context';
import { assertNamespace } from '../request/path-params';
import { readRequest } from '../request/read-request';
import { jsonType, noRoute } from './error-responder';
import { RequestTimeouts } from './request-timeouts';

type Done = (error?: Error) => void;

/** Limits where the operator set none. */
export interface DefaultLimits {
  requestsPerSecondPerKey: number;
  requestsPerSecondPerOrg: number;
  concurrentReads: number;
}

/**
 * Every request in the one order of refusals: route, namespace, key, rate, role and scope, reads in flight; then, when
 * the body is here, idempotency and what the request says. Written with callbacks: the usual request waits for nothing.
 */
export class Admission {
  constructor(
    private readonly keys: KeyRing,
    private readonly allowance: RateLimits,
    private readonly reads: ReadsInFlight,
    private readonly idempotency: Idempotency,
    private readonly watch: RequestTimeouts,
    private readonly defaults: DefaultLimits,
  ) {}

  /** Before the body is read. */
  readonly enter = (request: Request, reply: Reply, done: Done): void => {
    const { spec } = request.routeOptions.config;
    if (!spec) return done(request.is404 ? noRoute() : undefined);
    const asked = new RequestContext(spec, Date.now());
    request.asked = asked;
    asked.params = request.params as Record<string, string>;
    // `:name` also matches nothing: that is a trailing slash, another route.
    for (const name in asked.params) if (asked.params[name] === '') return done(noRoute());
    try {
      this.watch.add(request, reply);
      if (spec.namespace) assertNamespace(asked.namespace, spec.namespace);
      if (spec.access === 'open') return done();
      const ring = this.keys.admit(request.headers.authorization);
      if (ring instanceof Promise) ring.then((found) => this.known(request, reply, found, done)).catch(done);
      else this.known(request, reply, ring, done);
    } catch (error) {
      done(error as Error);
    }
  };

  /** When the body is here. */
  readonly open = (request: Request, reply: Reply, done: Done): void => {
    const { asked } = request;
    if (!asked) return done();
    try {
      asked.bytes = request.body as Buffer | undefined;
      const key = asked.spec.keyed && asked.key ? keyOf(request.raw.rawHeaders) : null;
      if (key === null) {
        readRequest(request);
        return done();
      }
      this.claim(request, reply, key).then((replayed) => replayed || done(), done);
    } catch (error) {
      done(error as Error);
    }
  };

  private known(request: Request, reply: Reply, { key, caller }: RingKey, done: Done): void {
    const { asked } = request;
    asked.key = key;
    asked.caller = caller;
    const { organization } = key;
    const { defaults } = this;
    const demand = {
      key: key.id,
      organization: organization.id,
      keyLimit: key.requestsPerSecond ?? organization.requestsPerSecondPerKey ?? defaults.requestsPerSecondPerKey,
      organizationLimit: organization.requestsPerSecondPerOrg ?? defaults.requestsPerSecondPerOrg,
    };
    const counted = (grant: Grant): void => {
      try {
        tellRate(reply, grant, demand.keyLimit, demand.organizationLimit);
        this.permit(request, reply);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    const grant = this.allowance.take(demand);
    if (grant instanceof Promise) grant.then(counted, done);
    else counted(grant);
  }

  /** Role and scope, then the reads in flight of the namespace. */
  private permit(request: Request, reply: Reply): void {
    const { asked } = request;
    const { spec, key } = asked;
    if (spec.access === 'session')
      throw new Problem(
        'forbidden',
        'Only an owner or admin of the organization may do this, signed in; no API key may.',
      );
    if (spec.access !== 'read' && key.role !== 'read_write')
      throw new Problem('forbidden', 'This key may only read; use a key with the role read_write.');
    if (spec.access === 'keys' && key.scope !== '*')
      throw new Problem('forbidden', 'This key is restricted to some namespaces; use one with the scope `*`.');
    if (spec.namespace && key.scope !== '*' && !scopeCovers(key.scope, asked.namespace))
      throw new Problem('forbidden', "The namespace lies outside this key's scope.");
    if (!spec.counted) return;
    const place = `${key.organization.id} ${asked.namespace}`;
    this.reads.enter(place, key.organization.concurrentReads ?? this.defaults.concurrentReads);
    // `close` comes after the last byte, after an error, and when the client goes away; here it may have come before.
    if (reply.raw.closed) this.reads.leave(place);
    else reply.raw.once('close', () => this.reads.leave(place));
  }

  /** @returns true when the kept response was sent and nothing may run */
  private async claim(request: Request, reply: Reply, key: string): Promise<boolean> {
    const { asked } = request;
    const print = fingerprintOf(request.method, request.raw.url ?? '', asked.bytes);
    const { claim, replay } = await this.idempotency.admit(asked.key.organization.id, key, print);
    asked.claim = claim;
    if (!replay) {
      readRequest(request);
      return false;
    }
    reply.code(replay.status).header('idempotent-replayed', 'true');
    reply.header('content-type', jsonType).send(replay.body);
    return true;
  }
}

/** The headers of the limit with fewer left; a refusal names the limit that refused. @throws Problem `rate_limited` */
function tellRate(reply: Reply, grant: Grant, keyLimit: number, organizationLimit: number): void {
  const byKey = grant.keyRemaining <= grant.organizationRemaining;
  const limit = byKey ? keyLimit : organizationLimit;
  const remaining = grant.granted > 0 ? Math.min(grant.keyRemaining, grant.organizationRemaining) : 0;
  reply.header('x-ratelimit-limit', String(limit)).header('x-ratelimit-remaining', String(remaining));
  if (grant.granted > 0) return;
  throw new Problem(
    'rate_limited',
    `At most ${limit} requests a second ${byKey ? 'with this key' : 'by this organization'}; slow down and try again.`,
    {
      rate_limit: byKey ? 'per_key' : 'per_org',
      limit: byKey ? 'requests_per_second_per_key' : 'requests_per_second_per_org',
    },
    { retryAfterS: 1 },
  );
}
