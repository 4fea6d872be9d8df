import type { Caller } from '../request/caller';
import type { QueryOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { DocumentOf, QueryPage } from '../shape/document';
import type { PageQuery } from '../shape/query';
import { Documents } from './documents';
import { Judgments } from './judgments';
import { Groups, Images, Subscriptions, Summary } from './named';

/** One namespace, such as `acme/prod/t1`; `A` and `S` are what the caller says of its documents' attributes and state. */
export class Namespace<A extends object = Schema<'Attributes'>, S extends object = Schema<'State'>> {
  readonly documents: Documents<A, S>;
  readonly judgments: Judgments;
  readonly groups: Groups;
  readonly summary: Summary;
  readonly images: Images;
  readonly subscriptions: Subscriptions;

  constructor(
    private readonly caller: Caller,
    readonly name: string,
  ) {
    this.documents = new Documents(caller, name);
    this.judgments = new Judgments(caller, name);
    this.groups = new Groups(caller, name);
    this.summary = new Summary(caller, name);
    this.images = new Images(caller, name);
    this.subscriptions = new Subscriptions(caller, name);
  }

  read(options?: CallOptions): Operation<Schema<'NamespaceView'>> {
    return this.caller.call('namespace_read', { path: { ns: this.name } }, options);
  }

  update(body: Schema<'NamespaceSettings'>, options?: CallOptions): Operation<Schema<'NamespaceView'>> {
    return this.caller.call('namespace_update', { path: { ns: this.name }, body }, options);
  }

  /** Deletes the namespace with everything in it, and waits for the end. */
  delete(options?: CallOptions): Operation<Schema<'JobResult'>> {
    return this.caller.call('namespace_delete', { path: { ns: this.name } }, options);
  }

  /** How many answers wait to be made, by reason. */
  pending(options?: CallOptions): Operation<Schema<'PendingCounts'>> {
    return this.caller.call('namespace_pending', { path: { ns: this.name } }, options);
  }

  /** What the latest report of each judgment comes to, in one sentence. */
  calibration(options?: CallOptions): Operation<Schema<'VerdictList'>> {
    return this.caller.call('namespace_calibration', { path: { ns: this.name } }, options);
  }

  /** Stored documents and answers by filter. Iterated, the documents of every page. */
  query(
    body: PageQuery<Schema<'QueryBody'>> = {},
    options?: CallOptions,
  ): PageOperation<QueryPage<A, S>, DocumentOf<A, S>> {
    const input = { path: { ns: this.name }, body };
    const list = this.caller.list('namespace_query', input, 'body', ({ documents }) => documents, options);
    return list as unknown as PageOperation<QueryPage<A, S>, DocumentOf<A, S>>;
  }
}

/** The namespaces that the key covers. */
export class Namespaces {
  constructor(private readonly caller: Caller) {}

  create(body: Schema<'NamespaceCreateBody'>, options?: CallOptions): Operation<Schema<'NamespaceView'>> {
    return this.caller.call('namespaces_create', { body }, options);
  }

  list(
    query: PageQuery<QueryOf<'namespaces_list'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'NamespaceList'>, Schema<'NamespaceItem'>> {
    return this.caller.list('namespaces_list', { query }, 'query', ({ namespaces }) => namespaces, options);
  }
}
