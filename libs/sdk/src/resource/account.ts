import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { PageQuery } from '../shape/query';

/** Work that goes on after its reply. */
export class Jobs {
  constructor(private readonly caller: Caller) {}

  list(
    query: PageQuery<QueryOf<'jobs_list'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'JobList'>, Schema<'JobView'>> {
    return this.caller.list('jobs_list', { query }, 'query', ({ jobs }) => jobs, options);
  }

  get(id: string, options?: CallOptions): Operation<Schema<'JobView'>> {
    return this.caller.call('jobs_get', { path: { id } }, options);
  }

  cancel(id: string, options?: CallOptions): Operation<Schema<'JobView'>> {
    return this.caller.call('jobs_cancel', { path: { id } }, options);
  }
}

/** Keys of the organization. */
export class ApiKeys {
  constructor(private readonly caller: Caller) {}

  /** Makes a key; the reply alone shows it. */
  create(body: Schema<'ApiKeyBody'>, options?: CallOptions): Operation<Schema<'ApiKeyView'>> {
    return this.caller.call('api_keys_create', { body }, options);
  }

  list(options?: CallOptions): PageOperation<Schema<'ApiKeyList'>, Schema<'ApiKeyView'>> {
    return this.caller.list('api_keys_list', {}, 'query', (page) => page.api_keys, options);
  }

  revoke(id: string, options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('api_keys_revoke', { path: { id } }, options);
  }
}

export class Organization {
  constructor(private readonly caller: Caller) {}

  read(options?: CallOptions): Operation<Schema<'OrganizationView'>> {
    return this.caller.call('organization_read', {}, options);
  }

  update(body: Schema<'OrganizationPatchBody'>, options?: CallOptions): Operation<Schema<'OrganizationView'>> {
    return this.caller.call('organization_update', { body }, options);
  }

  /** Who changed members, keys, sessions and settings, newest first. It needs a session. */
  audit(
    query: PageQuery<QueryOf<'organization_audit'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'AuditList'>, Schema<'AuditEntry'>> {
    return this.caller.list('organization_audit', { query }, 'query', ({ changes }) => changes, options);
  }

  /**
   * The changes that a query finds as a file, whose text it gives: lines of JSON, or CSV with `format: 'csv'`. `meta.next` is
   * the cursor of the next file. It needs a session of an owner or admin, and stands in the audit.
   */
  exportAudit(query: QueryOf<'organization_export_audit'> = {}, options?: CallOptions): Operation<string> {
    const accept = query.format === 'csv' ? 'text/csv' : 'application/jsonl';
    return this.caller.call('organization_export_audit', { query }, { accept, ...options });
  }

  /** Judgments of every namespace and template prefix in the key's scope, each where it is defined. */
  judgments(
    query: PageQuery<QueryOf<'organization_judgments'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'PlacedJudgmentList'>, Schema<'PlacedJudgment'>> {
    return this.caller.list('organization_judgments', { query }, 'query', ({ judgments }) => judgments, options);
  }

  /** Judgments that a model answers for now and that still hold answers of the built-in engine. */
  builtInAnswers(options?: CallOptions): Operation<Schema<'BuiltInAnswersList'>> {
    return this.caller.call('organization_built_in_answers', {}, options);
  }

  /** What a month cost. Its namespaces come in pages; the sums beside them are of all of them. */
  usage(
    query: PageQuery<QueryOf<'organization_usage'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'UsageReport'>, Schema<'UsageLine'>> {
    return this.caller.list('organization_usage', { query }, 'query', ({ namespaces }) => namespaces, options);
  }

  /** What judging cost on each day of a month, UTC. The days and `undated` add up to `usage`. */
  usageByDay(query?: QueryOf<'organization_usage_by_day'>, options?: CallOptions): Operation<Schema<'UsageDays'>> {
    return this.caller.call('organization_usage_by_day', { query }, options);
  }

  /** The limits of the plan and how much of each is used. A key needs the scope `*`. */
  quotas(options?: CallOptions): Operation<Schema<'OrganizationQuotas'>> {
    return this.caller.call('organization_quotas', {}, options);
  }

  /** The version of the service that answers, and of its API. */
  version(options?: CallOptions): Operation<Schema<'VersionView'>> {
    return this.caller.call('organization_version', {}, options);
  }

  engines(options?: CallOptions): Operation<Schema<'EngineList'>> {
    return this.caller.call('organization_engines', {}, options);
  }

  starters(options?: CallOptions): Operation<Schema<'StarterList'>> {
    return this.caller.call('organization_starters', {}, options);
  }
}
