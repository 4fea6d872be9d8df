import { Bool, Int, JsonObject, ListOf, MapOf, Nested, OneOf, Shape, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { Deleted, UsageView, ListQuery } from '../shared';
import { DocumentView, DocumentWritten, DocumentsView, QueryView } from './views';
import { JobView } from '../jobs';
import { NamespaceList, NamespaceView } from './namespace-views';
import {
  GetDocumentsBody,
  NamespaceCreateBody,
  NamespaceSettings,
  QueryBody,
  SubscriptionBody,
  SubscriptionList,
  SubscriptionView,
  WriteBody,
} from './bodies';
import { AggregateQuery, AggregatedNumber, RelatedItem, RelatedItems, RelationQuery } from './relation';

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
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Ids that were left out because the response would exceed 8 MiB.' },
  )
  remaining?: string[];
  @Values({ type: 'string' }, { optional: true, meaning: 'Always empty: an id that does not exist is a refusal.' })
  missing?: string[];
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
  @OneOf(['/'], {
    optional: true,
    meaning: 'With it, names that hold a further slash after `prefix` are shown as one prefix each, in `prefixes`.',
  })
  delimiter?: '/';
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
  @Values({ type: 'string' }, { optional: true, max: 1000, meaning: 'Ids to look for.' }) documents?: string[];
}
export class NamespaceStateFound {
  @Bool() exists: boolean;
  @Bool({ meaning: 'True while the job that deletes the namespace runs: writes to it are refused.' }) deleting: boolean;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Those of `documents` that the namespace does not have; left out by an earlier build.' },
  )
  absent?: string[];
}
export const readNamespaceState = request({
  from: ['calibration', 'judgments'],
  to: 'documents',
  subject: 'documents.namespace.state.v1',
  why: 'Tells whether a namespace exists and may be written to, and which documents it lacks, for services that store what belongs to them.',
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
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id and then by name of the feature: its `AggregatedNumber`.' },
  )
  numbers?: Record<string, Record<string, AggregatedNumber>>;
  @Values(
    { type: 'string' },
    { optional: true, meaning: 'Judgment ids of `read` whose `awaits` are about to be judged on this document.' },
  )
  unsettled?: string[];
  @MapOf(
    { type: 'object' },
    { optional: true, meaning: 'By judgment id: the documents among which it chooses, as `RelatedItems`.' },
  )
  candidates?: Record<string, RelatedItems>;
}
/** What one judgment reads of related documents. */
interface RelatedRead {
  relations: Record<string, number>;
  numbers?: Record<string, AggregateQuery>;
  awaits?: string[];
  candidates?: number;
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
    {
      optional: true,
      meaning:
        'By judgment id: `relations`, from the name of a relation to an index into `specs`; `numbers`, from the name of a feature to an `AggregateQuery`; `awaits`, names of judgments whose answers about the document itself are read; and for a choice among related documents `candidates`, an index into `specs`.',
    },
  )
  read?: Record<string, RelatedRead>;
}
export class FetchedDocuments {
  @ListOf(() => FetchedDocument) documents: FetchedDocument[];
  @ListOf(() => RelatedItem, {
    optional: true,
    meaning: 'Related documents that `RelatedItems` name by their index, once each.',
  })
  shared?: RelatedItem[];
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
