import { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions, ClientOptions } from '../request/options';
import type { WireRequest } from '../request/wire-request';
import { Operation } from '../result/operation';
import { ApiKeys, Jobs, Organization } from '../resource/account';
import { Events } from '../resource/events';
import { Members, Sessions, User } from '../resource/people';
import { Models } from '../resource/models';
import { Namespace, Namespaces } from '../resource/namespace';
import { WebhookEndpoints } from '../resource/webhooks';

/**
 * Client of the Judgment Service. It waits where the service says to wait, repeats a write with one Idempotency-Key, and
 * gives a job's result as if the service had answered at once.
 *
 *     const client = new JudgmentClient();            // JUDGMENT_BASE_URL, JUDGMENT_API_KEY
 *     const t1 = client.namespace('acme/prod/t1');
 *     for await (const document of t1.query({ filter: { 'answers.late.thresholds.alarm': true } })) use(document);
 */
export class JudgmentClient {
  readonly namespaces: Namespaces;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly apiKeys: ApiKeys;
  readonly organization: Organization;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly user: User;
  readonly models: Models;
  private readonly caller: Caller;

  /** @throws UsageError when an address or a key is missing or would be sent in the clear */
  constructor(options: ClientOptions = {}) {
    this.caller = new Caller(options);
    this.namespaces = new Namespaces(this.caller);
    this.webhookEndpoints = new WebhookEndpoints(this.caller);
    this.events = new Events(this.caller);
    this.jobs = new Jobs(this.caller);
    this.apiKeys = new ApiKeys(this.caller);
    this.organization = new Organization(this.caller);
    this.members = new Members(this.caller);
    this.sessions = new Sessions(this.caller);
    this.user = new User(this.caller);
    this.models = new Models(this.caller);
  }

  /**
   * A namespace by its name; nothing is sent. `client.namespace<Order, Mail>('acme/desk')` types attributes and state of its
   * documents; what is read is not checked against them.
   */
  namespace<A extends object = Schema<'Attributes'>, S extends object = Schema<'State'>>(
    name: string,
  ): Namespace<A, S> {
    return new Namespace(this.caller, name);
  }

  /** Any path below the base address, with the same key, retries and waiting. `path` is escaped and begins with a slash. */
  request<T = unknown>(method: string, path: string, body?: unknown, options?: CallOptions): Operation<T> {
    const request: WireRequest = { method: method.toUpperCase(), path, body };
    return this.caller.request<T>(request, options);
  }
}
