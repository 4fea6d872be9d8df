import { Bool, Int, JsonObject, ListOf, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact } from '../message';

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
  @OneOf(['write', 'answer', 'related', 'upstream', 'fanout', 'interval', 'column'], {
    meaning: '`upstream`: another answer about the same document that is read.',
  })
  cause: 'write' | 'answer' | 'related' | 'upstream' | 'fanout' | 'interval' | 'column';
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
