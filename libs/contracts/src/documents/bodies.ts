import { EngineRef } from '../engine-ref';
import { Bool, Int, JsonObject, ListOf, Nested, Num, OneOf, Stamp, Text, Values } from '../field';
import { durationPattern, namePattern, namespacePattern } from '../names';
import { Warning } from '../shared';
import { BudgetView } from './namespace-views';

/*
 * Request bodies about documents and namespaces. For operations of a write and a document's own JSON these classes only
 * publish the shape: hand-written code checks them in one walk, because they are the hot path.
 */

export class UpsertOperation {
  @Text({ min: 1, max: 256 }) id: string;
  @JsonObject({ optional: true, named: 'Attributes' }) attributes?: object;
  @JsonObject({ optional: true, named: 'State' }) state?: object;
  @JsonObject({ optional: true, named: 'ImageRefs' }) images?: object;
  @Stamp({ optional: true, meaning: 'At most five minutes ahead. Later upserts repeat it or leave it out.' })
  created_at?: string;
  @Stamp({
    optional: true,
    meaning:
      'The `created_at` of a document that this upsert makes, at most five minutes ahead; one that exists keeps its own.',
  })
  created_at_if_new?: string;
  @Int({ optional: true, min: 0, meaning: 'The version that the document must have; 0 means that it must not exist.' })
  if_version?: number;
}

export class PatchOperation {
  @Text({ min: 1, max: 256 }) id: string;
  @JsonObject({ optional: true, named: 'AttributesPatch' }) attributes?: object;
  @JsonObject({ optional: true, named: 'StatePatch' }) state?: object;
  @JsonObject({ optional: true, named: 'ImageRefsPatch' }) images?: object;
  @Int({ optional: true, min: 0 }) if_version?: number;
}

export class AppendOperation {
  @Text({ min: 1, max: 256 }) id: string;
  @Text({ min: 1, max: 1024, meaning: 'Path of the array, e.g. `state.messages`.' }) path: string;
  @Values({}, { min: 1, max: 1000 }) values: unknown[];
  @Int({ optional: true, min: 1, max: 100_000 }) keep_last?: number;
  @Int({ optional: true, min: 0 }) if_version?: number;
}

export class DeleteOperation {
  @Text({ min: 1, max: 256 }) id: string;
  @Int({ optional: true, min: 0 }) if_version?: number;
}

export class PatchContent {
  @JsonObject({ optional: true, named: 'AttributesPatch' }) attributes?: object;
  @JsonObject({ optional: true, named: 'StatePatch' }) state?: object;
  @JsonObject({ optional: true, named: 'ImageRefsPatch' }) images?: object;
}

export class PatchByFilter {
  @JsonObject({ named: 'Filter', meaning: '`{}` is refused.' }) filter: object;
  @Nested(() => PatchContent, { meaning: 'A merge patch for every document that matches the filter.' })
  patch: PatchContent;
}

export class DeleteByFilter {
  @JsonObject({ named: 'Filter', meaning: '`{}` is refused.' }) filter: object;
}

/** Applied all or nothing, in the order upsert, patch, append, delete. A write by filter stands alone. */
export class WriteBody {
  @ListOf(() => UpsertOperation, { optional: true }) upsert?: UpsertOperation[];
  @ListOf(() => PatchOperation, { optional: true }) patch?: PatchOperation[];
  @ListOf(() => AppendOperation, { optional: true }) append?: AppendOperation[];
  @ListOf(() => DeleteOperation, { optional: true }) delete?: DeleteOperation[];
  @JsonObject({
    optional: true,
    named: 'Filter',
    meaning: 'A filter. The write skips documents that do not match it; absent documents match.',
  })
  condition?: object;
  @Nested(() => PatchByFilter, {
    optional: true,
    meaning: 'Use instead of the lists; becomes a job beyond 50,000 documents.',
  })
  patch_by_filter?: PatchByFilter;
  @Nested(() => DeleteByFilter, {
    optional: true,
    meaning: 'Use instead of the lists; becomes a job beyond 50,000 documents.',
  })
  delete_by_filter?: DeleteByFilter;
}

export const includes = ['attributes', 'state', 'images', 'answers'] as const;
export const freshModes = ['policy', 'stored', 'require'] as const;
export type FreshMode = (typeof freshModes)[number];

export class GetDocumentsBody {
  @Values({ type: 'string', minLength: 1, maxLength: 256 }, { min: 1, max: 100 }) ids: string[];
  @Values({ type: 'string', pattern: namePattern.source }, { optional: true, max: 100 }) judgments?: string[];
  @Values(
    { type: 'string', enum: [...includes] },
    { optional: true, meaning: 'The parts of each document that the reply has; all when left out.' },
  )
  include?: string[];
  @OneOf(freshModes, { optional: true }) fresh?: FreshMode;
}

export class OrderKey {
  @Text({ min: 1, max: 1024 }) path: string;
  @OneOf(['asc', 'desc'], { optional: true }) direction?: 'asc' | 'desc';
}

export class QueryBody {
  @JsonObject({ optional: true, named: 'Filter' }) filter?: object;
  @ListOf(() => OrderKey, { optional: true, max: 4 }) order_by?: OrderKey[];
  @Int({ optional: true, min: 1, max: 1000, meaning: 'Documents a page: 1 to 1,000.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 16_384 }) cursor?: string;
  @Values(
    { type: 'string', enum: [...includes] },
    { optional: true, meaning: 'The parts of each document that the reply has; all when left out.' },
  )
  include?: string[];
  @Values({ type: 'string', pattern: namePattern.source }, { optional: true, max: 100 }) judgments?: string[];
  @Bool({ optional: true }) count?: boolean;
}

/** A member with null returns to its default. */
export class FanoutSettings {
  @Bool({ optional: true, nullable: true }) enabled?: boolean | null;
  @Num({ optional: true, nullable: true, min: 0, max: 1 }) share?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 86_400_000 }) debounce_ms?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 86_400_000 }) max_wait_ms?: number | null;
  @Int({ optional: true, nullable: true, min: 0, max: 100_000_000 }) rolling_limit?: number | null;
  @Int({ optional: true, nullable: true, min: 2, max: 10_000 }) block_cap?: number | null;
}

export class NamespaceSettings {
  @Nested(() => BudgetView, { optional: true, nullable: true }) budget?: BudgetView | null;
  @Bool({ optional: true }) pinned?: boolean;
  @Nested(() => EngineRef, { optional: true, nullable: true }) default_engine?: EngineRef | null;
  @Nested(() => FanoutSettings, { optional: true, nullable: true }) fanout?: FanoutSettings | null;
}

export class NamespaceCreateBody extends NamespaceSettings {
  @Text({ pattern: namespacePattern }) name: string;
}

export class SubscriptionBody {
  @JsonObject({ named: 'Filter' }) filter: object;
  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 128,
    meaning: 'Id of a webhook endpoint, `whe_..`. Null, as a reply shows it, is the same as leaving it out.',
  })
  endpoint?: string | null;
  @Values(
    { type: 'string', enum: ['entered', 'exited'] },
    { optional: true, min: 1, unique: true, meaning: 'Which moves raise events; default: both.' },
  )
  on?: string[];
  @Values(
    { type: 'string', enum: ['attributes', 'answers'] },
    { optional: true, unique: true, meaning: 'What events contain of the document; default: nothing.' },
  )
  include?: string[];
  @OneOf(['silent', 'emit'], {
    optional: true,
    meaning: 'Whether documents that already match raise events; default: silent.',
  })
  initial?: 'silent' | 'emit';
  @Text({
    optional: true,
    nullable: true,
    pattern: durationPattern,
    meaning:
      'How long a document must match before `entered` is raised; at most 365d. A document that leaves earlier raises nothing.',
  })
  min_hold?: string | null;
}

export class SubscriptionView {
  @Text() name: string;
  @JsonObject({ named: 'Filter' }) filter: object;
  @Text({ nullable: true }) endpoint: string | null;
  @Values({ type: 'string' }) on: string[];
  @Values({ type: 'string' }) include: string[];
  @Text() initial: string;
  @Text({ nullable: true }) min_hold: string | null;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @Text({ optional: true, meaning: 'The template prefix, when the subscription is inherited.' }) template?: string;
  @Int({
    optional: true,
    min: 0,
    max: 1000,
    meaning:
      'Documents of the namespace that match now; 1,000 stands for 1,000 or more. Reads show it, on a namespace, unless too many documents wait to match later.',
  })
  members?: number;
  @ListOf(() => Warning, {
    optional: true,
    meaning: 'Notes: `policy_never_fires` (a judgment that is judged on reads alone), `endpoint_deleted`.',
  })
  warnings?: Warning[];
}

export class SubscriptionList {
  @ListOf(() => SubscriptionView) subscriptions: SubscriptionView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
