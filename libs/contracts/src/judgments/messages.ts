import { unavailableReasons } from '@app/definition';
import type { UnavailableReason } from '@app/definition';
import { AnswerView, PartView, featureNumber, JudgmentSnapshot, FetchedDocument } from '../documents';
import { BackfillReply, CutView, JudgmentChange } from './change-views';
import { Deleted, UsageView, ListQuery } from '../shared';
import { JudgmentList, JudgmentView, VersionList } from './views';
import { Bool, Int, JsonObject, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact, request } from '../message';
import { EngineRef } from '../engine-ref';
import {
  ActivateBody,
  BackfillBody,
  ContextPreviewBody,
  JudgmentCreateBody,
  JudgmentPatchBody,
  TryBody,
} from './bodies';

const gatewayToJudgments = { from: ['gateway'], to: 'judgments' } as const;

export class OfJudgment {
  @Text({ meaning: 'A namespace, or a template prefix.' }) namespace: string;
  @Text() name: string;
}
export class OfNamespace {
  @Text() namespace: string;
}
export class CreateJudgment extends OfNamespace {
  @Nested(() => JudgmentCreateBody) judgment: JudgmentCreateBody;
}
export class PatchJudgment extends OfJudgment {
  @Nested(() => JudgmentPatchBody) patch: JudgmentPatchBody;
}
export class ActivateJudgment extends OfJudgment {
  @Nested(() => ActivateBody) activate: ActivateBody;
}
export class ListVersions extends ListQuery {
  @Text() namespace: string;
  @Text() name: string;
}
export const createJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.create.v1',
  why: 'Creates a judgment or a new version.',
  query: CreateJudgment,
  reply: JudgmentChange,
});
export const listJudgments = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.list.v1',
  why: 'Lists the active judgments of a namespace, inherited ones included.',
  query: OfNamespace,
  reply: JudgmentList,
});
export const getJudgment = request({
  from: ['gateway', 'calibration'],
  to: 'judgments',
  subject: 'judgments.judgment.get.v1',
  why: 'Reads one judgment with its active version.',
  query: OfJudgment,
  reply: JudgmentView,
});
export const listVersions = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.versions.v1',
  why: 'Lists the versions of a judgment, newest first.',
  query: ListVersions,
  reply: VersionList,
});
export const patchJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.change.v1',
  why: 'Changes settings: thresholds, freshness and outcomes.',
  query: PatchJudgment,
  reply: JudgmentChange,
});
export const activateJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.activate.v1',
  why: 'Activates a version.',
  query: ActivateJudgment,
  reply: JudgmentChange,
});
export const detachJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.detach.v1',
  why: "Detaches a namespace's own copy of a template's judgment; answers and outcomes stay.",
  query: OfJudgment,
  reply: JudgmentChange,
});
export const deleteJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.delete.v1',
  why: 'Archives a judgment; reads no longer show its answers.',
  query: OfJudgment,
  reply: Deleted,
});

export class StartBackfill extends OfJudgment {
  @Nested(() => BackfillBody) backfill: BackfillBody;
}
export const startBackfill = request({
  ...gatewayToJudgments,
  subject: 'judgments.backfill.start.v1',
  why: 'Quotes judging of stored documents, and starts it after confirmation.',
  query: StartBackfill,
  reply: BackfillReply,
});

export class ContextView {
  @Text({ meaning: 'The context that the engine would read.' }) text: string;
  @Int() tokens: number;
  @Text() size_class: string;
  @Bool() truncated: boolean;
  @ListOf(() => CutView) cuts: CutView[];
  @Text() hash: string;
}
export class PreviewContext extends OfJudgment {
  @Nested(() => ContextPreviewBody) preview: ContextPreviewBody;
}
export const previewContext = request({
  ...gatewayToJudgments,
  subject: 'judgments.context.preview.v1',
  why: 'Compiles the context that an engine would read, without asking the engine.',
  query: PreviewContext,
  reply: ContextView,
});

export class PeriodicCost {
  @Text() organization: string;
  @Text() namespace: string;
}
export class PeriodicCostFound {
  @Num({ min: 0, meaning: 'Cost of intervals in USD per month at current tiers; 0 when no judgment has an interval.' })
  usd_per_month: number;
}
export const periodicCost = request({
  subject: 'judgments.periodic-cost.get.v1',
  why: "Estimates the cost of a namespace's intervals, for its settings page.",
  from: ['documents'],
  to: 'judgments',
  query: PeriodicCost,
  reply: PeriodicCostFound,
});

export class TryJudgment extends OfNamespace {
  @Nested(() => TryBody) attempt: TryBody;
}
export class TriedDocument {
  @Text() document: string;
  @Bool({ optional: true, meaning: 'False where `applies_to` leaves the document out; it is not judged then.' })
  applies?: boolean;
  @Nested(() => AnswerView) answer: AnswerView;
  @Nested(() => ContextView) context: ContextView;
}
export class TriedJudgment {
  @ListOf(() => TriedDocument) documents: TriedDocument[];
  @Nested(() => UsageView) usage: UsageView;
}
export const tryJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.try.v1',
  why: 'Judges a few documents by a definition and stores nothing.',
  query: TryJudgment,
  reply: TriedJudgment,
});

export class ListHistory extends ListQuery {
  @Text() namespace: string;
  @Text() document: string;
  @Text() judgment: string;
}
export class HistoryItem {
  @Text() id: string;
  @Int() version: number;
  @Int() document_version: number;
  @Text({ nullable: true }) engine_version: string | null;
  @Stamp() judged_at: string;
  @Text({ meaning: 'Hash of the context that the engine read.' }) context_hash: string;
  @Bool() truncated: boolean;
  @JsonObject({ named: 'RawAnswer' }) answer: object;
}
export class HistoryList {
  @ListOf(() => HistoryItem) answers: HistoryItem[];
  @Text({ nullable: true }) next_cursor: string | null;
  @Stamp({
    optional: true,
    nullable: true,
    meaning:
      'On the last page, the moment before which answers may have been dropped, when the judgment is older; else null.',
  })
  oldest_kept?: string | null;
}
export const listHistory = request({
  ...gatewayToJudgments,
  subject: 'judgments.answer.history.v1',
  why: 'Lists the answers of record of one document, newest first.',
  query: ListHistory,
  reply: HistoryList,
});

/** One answer as judgments recorded it; documents applies it by its record number. */
export class RecordedAnswer {
  @Text() document: string;
  @Text() judgment_id: string;
  @Text({ optional: true, meaning: "The judgment's name, for usage reports and extensions." })
  name?: string;
  @Int({ meaning: 'Record number; grows with every recorded answer of this judgment and document.' }) record: number;
  @Text({ nullable: true, meaning: 'Id of the answer of record, `ans_..`; null for a failure.' }) answer_id:
    string | null;
  @Int({ min: 1 }) version: number;
  @Int() document_version: number;
  @Int({ meaning: 'Seen version: the wanted version that was read with the document.' }) seen: number;
  @Bool({
    meaning:
      'True when the compiled context did not change: the previous answer stays, and nothing was asked or billed.',
  })
  same: boolean;
  @OneOf(unavailableReasons, { nullable: true }) failure: UnavailableReason | null;
  @Nested(() => EngineRef) engine: EngineRef;
  @Text({ nullable: true, meaning: 'Epoch of the engine that answered.' }) engine_version: string | null;
  @Stamp() judged_at: string;
  @Bool() truncated: boolean;
  @Shape({ type: ['number', 'null'] }, { meaning: 'p of a bool or score of a score; otherwise null.' }) number:
    number | null;
  @Shape({ type: ['string', 'number', 'null'] }) value: string | number | null;
  @Shape({ type: ['number', 'null'] }) escape_p: number | null;
  @Shape({ type: ['object', 'null'] }, { meaning: 'Probabilities by option, or by level as text.' }) dist: Record<
    string,
    number
  > | null;
  @Shape({ type: ['number', 'null'] }) normalized: number | null;
  @Int({ optional: true, min: 0, meaning: 'Rounds of questions; only of choices among related documents.' })
  rounds?: number;
  @Num({ meaning: "The answer's share of the ask's judgment units." }) units: number;
  @MapOf(featureNumber, {
    optional: true,
    meaning: 'Features by name, as of what was read; only of definitions with features.',
  })
  features?: Record<string, number | null>;
  @MapOf(() => PartView, { optional: true, meaning: 'Answers of the parts by name; only of composite judgments.' })
  parts?: Record<string, PartView>;
  @Text({
    optional: true,
    nullable: true,
    meaning: 'The fit that combined the parts; null before the first. Only of composites.',
  })
  combiner?: string | null;
  @Stamp({
    optional: true,
    meaning: 'Every related change that was stamped before this moment was read; only of definitions with relations.',
  })
  watermark?: string;
}
/** An answer of an active version that the queue of judgments holds no longer, and that nobody judges. */
export class DequeuedAnswer {
  @Text() document: string;
  @Text() judgment_id: string;
}
/** The answers of one ask. Billing settles the reservation of the ask id, documents applies each answer. */
export class AnswerRecorded {
  @Text() organization: string;
  @Text() namespace: string;
  @Text({
    nullable: true,
    meaning: 'Null when no engine was asked: `same`, a failure before asking, or a choice without candidates.',
  })
  ask_id: string | null;
  @Num({ min: 0 }) units: number;
  @Int({ min: 0 }) tokens: number;
  @MapOf({ type: 'number' }, { meaning: 'Units by judgment id.' }) by_judgment: Record<string, number>;
  @ListOf(() => RecordedAnswer) answers: RecordedAnswer[];
  @ListOf(() => DequeuedAnswer, {
    optional: true,
    meaning: 'Answers that were queued and will not be judged; nothing is queued for them at `recorded_at`.',
  })
  dequeued?: DequeuedAnswer[];
  @Stamp() recorded_at: string;
}
export const answerRecordedLive = fact({
  subject: 'judgments.answer.recorded.live.v1',
  why: 'The answers of one ask were recorded: documents applies, billing settles, calibration binds outcomes.',
  from: 'judgments',
  payload: AnswerRecorded,
  consumers: ['documents', 'billing', 'calibration'],
});
export const answerRecordedBulk = fact({
  subject: 'judgments.answer.recorded.bulk.v1',
  why: 'Answers of backfills and fan-outs were recorded; they must not delay live answers.',
  from: 'judgments',
  payload: AnswerRecorded,
  consumers: ['documents', 'billing', 'calibration'],
});

export class Judge {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { meaning: 'Judgment ids.' }) judgments: string[];
  @ListOf(() => FetchedDocument, { meaning: 'Documents as just read, with the wanted versions of these judgments.' })
  documents: FetchedDocument[];
  @OneOf(['policy', 'require']) mode: 'policy' | 'require';
}
export class RefusedAnswer {
  @Text() document: string;
  @Text() judgment_id: string;
  @OneOf(['budget_exceeded', 'engine_unavailable', 'late']) reason: 'budget_exceeded' | 'engine_unavailable' | 'late';
}
export class Judged {
  @ListOf(() => RecordedAnswer) answers: RecordedAnswer[];
  @ListOf(() => RefusedAnswer) refused: RefusedAnswer[];
  @Nested(() => UsageView) usage: UsageView;
}
export const judge = request({
  subject: 'judgments.judge.v1',
  why: 'Judges answers that are not fresh for a read, which waits until its deadline; late answers continue afterwards.',
  from: ['documents'],
  to: 'judgments',
  query: Judge,
  reply: Judged,
  maxConcurrent: 512,
});

export class AnswerMoment {
  @Text() document: string;
  @Stamp({ nullable: true, meaning: 'A time; null means the latest answer.' }) as_of: string | null;
  @Text({ nullable: true, optional: true, meaning: 'Id of an answer of record, which replaces the time.' }) answer?:
    string | null;
}
export class AnswersInForce {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment: string;
  @ListOf(() => AnswerMoment, { max: 1000 }) moments: AnswerMoment[];
}
export class AnswerInForce {
  @Text() document: string;
  @Shape({ type: ['object', 'null'] }, { meaning: 'The answer of record in force at that time, or null.' })
  answer: RecordedAnswer | null;
  @Stamp({ nullable: true }) first_answer_at: string | null;
  @Stamp({ optional: true, meaning: 'When the document of the answer was deleted; left out while it is there.' })
  deleted_at?: string;
  @Bool({
    optional: true,
    meaning: 'True when there is no answer, and there may have been one that is kept no longer; else left out.',
  })
  expired?: boolean;
}
export class AnswersInForceFound {
  @Text() judgment_id: string;
  @OneOf(['bool', 'choice', 'score']) type: 'bool' | 'choice' | 'score';
  @Text({ meaning: "Horizon of the active version's definition." }) horizon: string;
  @Shape({ type: ['array', 'null'] }) options: string[] | null;
  @Shape({ type: ['array', 'null'] }) levels: number[] | null;
  @ListOf(() => AnswerInForce) answers: AnswerInForce[];
}
export const answersInForce = request({
  subject: 'judgments.answer.in-force.v1',
  why: 'Finds the answers that were in force at given times, for outcomes.',
  from: ['calibration'],
  to: 'judgments',
  query: AnswersInForce,
  reply: AnswersInForceFound,
});

/** A judgment's snapshot (`column`) changed. With `column.archived` reads no longer show the judgment. */
export class JudgmentChangedFact {
  @Nested(() => JudgmentSnapshot) column: JudgmentSnapshot;
  @JsonObject({ meaning: 'Settings of outcomes, for calibration.' }) outcomes: object;
  @JsonObject({
    optional: true,
    meaning: 'Settings of alternatives, for calibration; left out while they are as by default.',
  })
  alternatives?: object;
}
export const judgmentChanged = fact({
  subject: 'judgments.judgment.changed.v1',
  why: 'A judgment changed; documents and calibration apply its snapshot before the client gets its reply.',
  from: 'judgments',
  payload: JudgmentChangedFact,
  consumers: ['documents', 'calibration'],
  replicatedTo: ['documents', 'calibration'],
});

export class DeferralChanged {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment_id: string;
  @Bool() deferred: boolean;
  @Stamp({
    optional: true,
    nullable: true,
    meaning: 'When the limit has room again; null when it never has as it stands, and once caught up.',
  })
  resumes_at?: string | null;
  @Int() revision: number;
}
export const deferralChanged = fact({
  subject: 'judgments.deferral.changed.v1',
  why: 'A rolling limit deferred a fan-out, its end moved by more than a minute, or the fan-out caught up.',
  from: 'judgments',
  payload: DeferralChanged,
  consumers: ['documents'],
});
