import { Bool, Int, JsonObject, ListOf, MapOf, Nested, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact, request } from '../message';
import {
  Deleted,
  DocumentView,
  DocumentWritten,
  DocumentsView,
  JobView,
  NamespaceList,
  NamespaceView,
  QueryView,
  UsageView,
} from '../views';
import {
  GetDocumentsBody,
  ListQuery,
  NamespaceCreateBody,
  NamespaceSettings,
  QueryBody,
  SubscriptionBody,
  SubscriptionList,
  SubscriptionView,
  WriteBody,
} from './bodies';
import { RelatedItems, RelationQuery } from './relation';

export class WriteDocuments {
  @Text() namespace: string;
  @Nested(() => WriteBody) write: WriteBody;
}
export const writeDocuments = request({
  subject: 'documents.document.write.v1',
  why: 'Applies a batch of operations, all or nothing.',
  from: ['gateway'],
  to: 'documents',
  query: WriteDocuments,
  reply: DocumentWritten,
  maxConcurrent: 256,
  framed: true,
});

export class ReadDocuments {
  @Text() namespace: string;
  @Bool({ meaning: 'True for `GET documents/{id}`: the reply is the document alone, or not_found.' }) single: boolean;
  @Nested(() => GetDocumentsBody) read: GetDocumentsBody;
}
export const readDocuments = request({
  subject: 'documents.document.read.v1',
  why: 'Reads documents with their answers; judges answers that are not fresh when the client asks for it.',
  from: ['gateway'],
  to: 'documents',
  query: ReadDocuments,
  reply: DocumentsView,
  maxConcurrent: 1024,
  framed: true,
});

export class QueryDocuments {
  @Text() namespace: string;
  @Nested(() => QueryBody) query: QueryBody;
}
export const queryDocuments = request({
  subject: 'documents.document.query.v1',
  why: 'Queries stored documents and answers by filter, ordered, in pages.',
  from: ['gateway'],
  to: 'documents',
  query: QueryDocuments,
  reply: QueryView,
  maxConcurrent: 256,
  framed: true,
});

export class JudgeDocuments {
  @Text() namespace: string;
  @Text() judgment: string;
  @Values({ type: 'string' }, { min: 1, max: 100 }) documents: string[];
}
export class JudgedDocuments {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Nested(() => UsageView) usage: UsageView;
}
export const judgeDocuments = request({
  subject: 'documents.document.judge.v1',
  why: 'Judges some documents now: a read that requires one judgment.',
  from: ['gateway'],
  to: 'documents',
  query: JudgeDocuments,
  reply: JudgedDocuments,
});

export class ByNamespace {
  @Text() namespace: string;
}
export class CreateNamespace {
  @Nested(() => NamespaceCreateBody) settings: NamespaceCreateBody;
}
export class ChangeNamespace {
  @Text() namespace: string;
  @Nested(() => NamespaceSettings) settings: NamespaceSettings;
}
export class ListNamespaces extends ListQuery {
  @Text({ optional: true, max: 256 }) prefix?: string;
}
const gatewayToDocuments = { from: ['gateway'], to: 'documents' } as const;
export const createNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.create.v1',
  why: 'Creates a namespace with settings.',
  query: CreateNamespace,
  reply: NamespaceView,
});
export const listNamespaces = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.list.v1',
  why: "Lists namespaces within the key's scope by name, in pages.",
  query: ListNamespaces,
  reply: NamespaceList,
});
export const getNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.get.v1',
  why: 'Reads one namespace with settings and statistics.',
  query: ByNamespace,
  reply: NamespaceView,
});
export class NamespaceState {
  @Text() organization: string;
  @Text() namespace: string;
}
export class NamespaceStateFound {
  @Bool() exists: boolean;
  @Bool({ meaning: 'True while the job that deletes the namespace runs: writes to it are refused.' }) deleting: boolean;
}
export const readNamespaceState = request({
  from: ['calibration', 'judgments'],
  to: 'documents',
  subject: 'documents.namespace.state.v1',
  why: 'Tells whether a namespace exists and may be written to, for services that store what belongs to it.',
  query: NamespaceState,
  reply: NamespaceStateFound,
});
export class NamespaceMade {
  @Bool({ meaning: 'False when the namespace existed.' }) made: boolean;
}
export const makeNamespace = request({
  from: ['judgments'],
  to: 'documents',
  subject: 'documents.namespace.make.v1',
  why: 'Makes a namespace that a first judgment needs, as a first document does; refuses one that is being deleted.',
  query: ByNamespace,
  reply: NamespaceMade,
});
export const changeNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.change.v1',
  why: 'Changes settings by merge patch. The reply waits until billing and judgments have applied them.',
  query: ChangeNamespace,
  reply: NamespaceView,
});
export const deleteNamespace = request({
  ...gatewayToDocuments,
  subject: 'documents.namespace.delete.v1',
  why: 'Starts the job that deletes a namespace.',
  query: ByNamespace,
  reply: JobView,
});

export class PutSubscription {
  @Text() namespace: string;
  @Text() name: string;
  @Nested(() => SubscriptionBody) subscription: SubscriptionBody;
}
export class SubscriptionPut {
  @Bool() created: boolean;
  @Nested(() => SubscriptionView) subscription: SubscriptionView;
}
export class BySubscription {
  @Text() namespace: string;
  @Text() name: string;
}
export class ListSubscriptions extends ListQuery {
  @Text() namespace: string;
}
export const putSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.put.v1',
  why: 'Stores a subscription: a query whose changes of membership become events.',
  query: PutSubscription,
  reply: SubscriptionPut,
});
export const listSubscriptions = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.list.v1',
  why: 'Lists the subscriptions of a namespace.',
  query: ListSubscriptions,
  reply: SubscriptionList,
});
export const getSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.get.v1',
  why: 'Reads one subscription.',
  query: BySubscription,
  reply: SubscriptionView,
});
export const deleteSubscription = request({
  ...gatewayToDocuments,
  subject: 'documents.subscription.delete.v1',
  why: 'Deletes a subscription.',
  query: BySubscription,
  reply: Deleted,
});

/** One document as judgments reads it, from one database snapshot. */
export class FetchedDocument {
  @Text() id: string;
  @Int() version: number;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @JsonObject() attributes: object;
  @JsonObject() state: object;
  @JsonObject() images: object;
  @MapOf(
    { type: 'integer' },
    { meaning: "Wanted versions by judgment id: the document's version when a change last invalidated the answer." },
  )
  wanted: Record<string, number>;
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id and then by name of the relation: its `RelatedItems`.' },
  )
  related?: Record<string, Record<string, RelatedItems>>;
}
export class FetchDocuments {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { max: 1000 }) ids: string[];
  @Values(
    { type: 'string' },
    { meaning: 'Judgment ids whose `wanted` the reply contains, except judgments whose applies_to does not match.' },
  )
  judgments: string[];
  @ListOf(() => RelationQuery, { optional: true, max: 1000, meaning: 'Each distinct one once.' })
  specs?: RelationQuery[];
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id: `relations`, from the name of a relation to an index into `specs`.' },
  )
  read?: Record<string, { relations: Record<string, number> }>;
}
export class FetchedDocuments {
  @ListOf(() => FetchedDocument) documents: FetchedDocument[];
  @Stamp({
    optional: true,
    meaning: 'With `specs`: every related change that was stamped before this moment is in what was read.',
  })
  watermark?: string;
  @Values(
    { type: 'string' },
    {
      optional: true,
      meaning: 'Ids of documents past the 8 MiB of a reply: ask for these again. The first always fits.',
    },
  )
  remaining?: string[];
}
export const fetchDocuments = request({
  subject: 'documents.fetch.v1',
  why: 'Reads documents and their wanted versions from one database snapshot, for judging. Absent documents are left out.',
  from: ['judgments', 'calibration', 'engine-broker'],
  to: 'documents',
  query: FetchDocuments,
  reply: FetchedDocuments,
  nonCalling: true,
});

export class ScanDocuments {
  @Text() organization: string;
  @Text({
    meaning:
      'A namespace or a template prefix. For a prefix the ids are the names of its namespaces, and counts cover all of them, without a filter.',
  })
  namespace: string;
  @Shape({ type: ['object', 'null'] }) filter: object | null;
  @Text({ nullable: true }) after: string | null;
  @Int({ min: 0, max: 1000 }) limit: number;
  @Bool({ meaning: 'Whether the reply contains counts and change rates.' }) totals: boolean;
  @Text({
    optional: true,
    meaning: 'A judgment id: takes only documents to which the judgment applies; none where it is not in force.',
  })
  judgment?: string;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Takes only documents whose answer is in one of these states: missing, stale, failed.' },
  )
  only?: string[];
  @Int({
    optional: true,
    meaning:
      'The version to compare with: an answer of another version is stale. The filter then stands for applies_to.',
  })
  version?: number;
  @Bool({ optional: true, meaning: 'Creates rows for missing answers, so that reads show `pending`.' })
  mark?: boolean;
  @Bool({ optional: true, meaning: 'For a prefix: only namespaces that hold documents.' }) holding?: boolean;
}
export class ScannedDocuments {
  @Values({ type: 'string' }) ids: string[];
  @Text({ nullable: true }) next: string | null;
  @Int({ nullable: true }) count: number | null;
  @Shape({ type: ['number', 'null'] }) changes_per_day: number | null;
}
export const scanDocuments = request({
  subject: 'documents.scan.v1',
  why: 'Scans ids, counts and change rates by filter, for estimates and backfills.',
  from: ['judgments'],
  to: 'documents',
  query: ScanDocuments,
  reply: ScannedDocuments,
  nonCalling: true,
  maxConcurrent: 8,
});

export class InvalidatedDocument {
  @Text() id: string;
  @Int() version: number;
  @Int({ meaning: 'Index into `sets`.' }) set: number;
}
/** One batch of documents that changed. Each set of invalidated judgments is listed once; documents refer to it by index. */
export class DocumentChanged {
  @Text() organization: string;
  @Text() namespace: string;
  @Values(
    { type: 'array', items: { type: 'string' } },
    { meaning: 'Sets of on_change and interval judgments, by id, whose answers the change invalidated.' },
  )
  sets: string[][];
  @ListOf(() => InvalidatedDocument) documents: InvalidatedDocument[];
  @OneOf(['write', 'answer', 'related', 'fanout', 'interval', 'column']) cause:
    'write' | 'answer' | 'related' | 'fanout' | 'interval' | 'column';
  @Stamp() changed_at: string;
}
export const documentChangedLive = fact({
  subject: 'documents.document.changed.live.v1',
  why: 'Documents changed at paths that judgments read; judgments judges them soon.',
  from: 'documents',
  payload: DocumentChanged,
  consumers: ['judgments'],
});
export const documentChangedBulk = fact({
  subject: 'documents.document.changed.bulk.v1',
  why: "Documents changed by walks, which must not delay users' writes.",
  from: 'documents',
  payload: DocumentChanged,
  consumers: ['judgments'],
});

export class DeletedDocument {
  @Text() id: string;
  @Int() version: number;
}
export class DocumentDeleted {
  @Text() organization: string;
  @Text() namespace: string;
  @ListOf(() => DeletedDocument) documents: DeletedDocument[];
}
export const documentDeleted = fact({
  subject: 'documents.document.deleted.v1',
  why: 'Documents were deleted: judgments erases contexts and pending rows, calibration marks labels.',
  from: 'documents',
  payload: DocumentDeleted,
  consumers: ['judgments', 'calibration'],
});

export class ImageErased {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() image: string;
}
export const imageErased = fact({
  subject: 'documents.image.erased.v1',
  why: 'An image was erased: judgments erases the contexts that contain it.',
  from: 'documents',
  payload: ImageErased,
  consumers: ['judgments'],
});

export class OutcomeRuleMatched {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment_id: string;
  @Values({ type: 'string' }) documents: string[];
  @Shape({ type: ['boolean', 'string', 'number', 'null'] }) value: boolean | string | number | null;
  @Bool({ optional: true, meaning: 'True instead of a value when no option fits. Required from v2 on.' })
  escape?: boolean;
  @Stamp({ meaning: 'Time of the write that made the rule true.' }) observed_at: string;
}
export const outcomeRuleMatched = fact({
  subject: 'documents.outcome-rule.matched.v1',
  why: 'A write made an outcome rule true.',
  from: 'documents',
  payload: OutcomeRuleMatched,
  consumers: ['calibration'],
});

/** A namespace's settings as other services copy them. */
export class NamespaceChanged {
  @Text() organization: string;
  @Text() namespace: string;
  @Int() revision: number;
  @Shape({ type: ['number', 'null'] }, { meaning: 'Compute budget in USD per month.' }) budget_usd: number | null;
  @Bool() pinned: boolean;
  @Shape({ type: ['object', 'null'] }) default_engine: object | null;
  @JsonObject() fanout: object;
}
/** The reply of a service that has applied a replicated fact. Billing adds whether judging is paused. */
export class Applied {
  @Bool() applied: boolean;
  @Bool({ optional: true }) paused?: boolean;
  @Int({
    optional: true,
    meaning: 'Revision of `paused`, as in `billing.budget.changed`; a fact with a smaller revision is older.',
  })
  paused_revision?: number;
  @Shape({ type: 'number' }, { optional: true }) spend_month_usd?: number;
}
export const namespaceChanged = fact({
  subject: 'documents.namespace.changed.v1',
  why: 'Settings of a namespace changed; copies apply them before the client gets its reply.',
  from: 'documents',
  payload: NamespaceChanged,
  consumers: ['billing', 'judgments'],
  replicatedTo: ['billing', 'judgments'],
});

export class NamespaceDeleted {
  @Text() organization: string;
  @Text() namespace: string;
  @Int() revision: number;
}
export const namespaceDeleted = fact({
  subject: 'documents.namespace.deleted.v1',
  why: 'A namespace is deleted: each consumer erases its data, and the job ends when all have.',
  from: 'documents',
  payload: NamespaceDeleted,
  consumers: ['billing', 'judgments', 'calibration'],
  replicatedTo: ['billing', 'judgments', 'calibration'],
  noun: 'namespace-deletion',
});
