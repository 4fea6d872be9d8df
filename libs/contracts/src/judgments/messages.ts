import { unavailableReasons } from '@app/definition';
import type { UnavailableReason } from '@app/definition';
import {
  AnswerView,
  BackfillReply,
  Deleted,
  JudgmentChange,
  JudgmentList,
  JudgmentView,
  UsageView,
  VersionList,
} from '../views';
import { JudgmentSnapshot } from '../documents/judgment-snapshot';
import { FetchedDocument } from '../documents/messages';
import { Bool, Int, JsonObject, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { fact, request } from '../message';
import { EngineRef } from '../engine-ref';
import { ListQuery } from '../documents/bodies';
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
  why: 'Creates a judgment, or a version of it.',
  query: CreateJudgment,
  reply: JudgmentChange,
});
export const listJudgments = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.list.v1',
  why: 'Active judgments of a namespace, inherited ones included.',
  query: OfNamespace,
  reply: JudgmentList,
});
export const getJudgment = request({
  from: ['gateway', 'calibration'],
  to: 'judgments',
  subject: 'judgments.judgment.get.v1',
  why: 'One judgment with its active version.',
  query: OfJudgment,
  reply: JudgmentView,
});
export const listVersions = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.versions.v1',
  why: 'Versions of a judgment, newest first.',
  query: ListVersions,
  reply: VersionList,
});
export const patchJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.change.v1',
  why: 'Settings: thresholds and freshness.',
  query: PatchJudgment,
  reply: JudgmentChange,
});
export const activateJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.activate.v1',
  why: 'Makes a version the active one.',
  query: ActivateJudgment,
  reply: JudgmentChange,
});
export const detachJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.detach.v1',
  why: "The namespace takes its own copy of a template's judgment; answers and outcomes stay.",
  query: OfJudgment,
  reply: JudgmentChange,
});
export const deleteJudgment = request({
  ...gatewayToJudgments,
  subject: 'judgments.judgment.delete.v1',
  why: 'Archives a judgment; its answers leave reads.',
  query: OfJudgment,
  reply: Deleted,
});

export class StartBackfill extends OfJudgment {
  @Nested(() => BackfillBody) backfill: BackfillBody;
}
export const startBackfill = request({
  ...gatewayToJudgments,
  subject: 'judgments.backfill.start.v1',
  why: 'Prices judging what is stored, and starts it once confirmed.',
  query: StartBackfill,
  reply: BackfillReply,
});

export class CutView {
  @Text() path: string;
  @OneOf(['related_items', 'array_items', 'text_tail', 'fields', 'images']) kind:
    'related_items' | 'array_items' | 'text_tail' | 'fields' | 'images';
  @Int() dropped: number;
}
export class ContextView {
  @Text({ meaning: 'What the engine would read.' }) text: string;
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
  why: 'The context an engine would read, without asking it.',
  query: PreviewContext,
  reply: ContextView,
});

export class PeriodicCost {
  @Text() organization: string;
  @Text() namespace: string;
}
export class PeriodicCostFound {
  @Num({ min: 0, meaning: 'USD that intervals alone cost a month, at current tiers; 0 where no judgment has one.' })
  usd_per_month: number;
}
export const periodicCost = request({
  subject: 'judgments.periodic-cost.get.v1',
  why: "What a namespace's intervals will cost, for its settings page.",
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
  why: 'Asks a definition of a few documents and stores nothing.',
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
  @Text({ meaning: 'Hash of the context that was read.' }) context_hash: string;
  @Bool() truncated: boolean;
  @JsonObject({ meaning: "The raw members of the answer's type." }) answer: object;
}
export class HistoryList {
  @ListOf(() => HistoryItem) answers: HistoryItem[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export const listHistory = request({
  ...gatewayToJudgments,
  subject: 'judgments.answer.history.v1',
  why: 'Answers of record of one document, newest first.',
  query: ListHistory,
  reply: HistoryList,
});

/** One answer as judgments recorded it; documents folds it by its record number. */
export class RecordedAnswer {
  @Text() document: string;
  @Text() judgment_id: string;
  @Text({ optional: true, meaning: "The judgment's name, for usage reports and extensions." })
  name?: string;
  @Int({ meaning: 'Grows with every record of this judgment and document.' }) record: number;
  @Text({ nullable: true, meaning: 'Answer of record, `ans_..`; null for a failure.' }) answer_id: string | null;
  @Int({ min: 1 }) version: number;
  @Int() document_version: number;
  @Int({ meaning: 'The `wanted` that was read with the document.' }) seen: number;
  @Bool({ meaning: 'The compiled context did not change: nothing was asked or billed, the answer before stands.' })
  same: boolean;
  @OneOf(unavailableReasons, { nullable: true }) failure: UnavailableReason | null;
  @Nested(() => EngineRef) engine: EngineRef;
  @Text({ nullable: true, meaning: 'Behaviour epoch of the engine that answered.' }) engine_version: string | null;
  @Stamp() judged_at: string;
  @Bool() truncated: boolean;
  @Shape({ type: ['number', 'null'] }, { meaning: 'p of a bool, score of a score.' }) number: number | null;
  @Shape({ type: ['string', 'number', 'null'] }) value: string | number | null;
  @Shape({ type: ['number', 'null'] }) escape_p: number | null;
  @Shape({ type: ['object', 'null'] }, { meaning: 'By option value or printed level.' }) dist: Record<
    string,
    number
  > | null;
  @Shape({ type: ['number', 'null'] }) normalized: number | null;
  @Num({ meaning: "Its share of the ask's judgment units." }) units: number;
}
/** One ask's answers: billing settles the ask id, documents folds each answer. */
export class AnswerRecorded {
  @Text() organization: string;
  @Text() namespace: string;
  @Text({ nullable: true, meaning: 'Null when nothing was asked (`same`, or a failure before asking).' }) ask_id:
    string | null;
  @Num({ min: 0 }) units: number;
  @Int({ min: 0 }) tokens: number;
  @MapOf({ type: 'number' }, { meaning: 'Units by judgment id.' }) by_judgment: Record<string, number>;
  @ListOf(() => RecordedAnswer) answers: RecordedAnswer[];
  @Stamp() recorded_at: string;
}
export const answerRecordedLive = fact({
  subject: 'judgments.answer.recorded.live.v1',
  why: 'Answers of one ask: fold, settle, calibrate.',
  from: 'judgments',
  payload: AnswerRecorded,
  consumers: ['documents', 'billing', 'calibration'],
});
export const answerRecordedBulk = fact({
  subject: 'judgments.answer.recorded.bulk.v1',
  why: 'The same from backfills and fan-outs, which must not delay live answers.',
  from: 'judgments',
  payload: AnswerRecorded,
  consumers: ['documents', 'billing', 'calibration'],
});

export class Judge {
  @Text() organization: string;
  @Text() namespace: string;
  @Values({ type: 'string' }, { meaning: 'Judgment ids.' }) judgments: string[];
  @ListOf(() => FetchedDocument, { meaning: 'As just read, with `wanted` of the judgments asked of each.' })
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
  why: 'A read needs answers: judge what is not fresh and wait until the deadline; what is late goes on.',
  from: ['documents'],
  to: 'judgments',
  query: Judge,
  reply: Judged,
  maxConcurrent: 512,
});

export class AnswerMoment {
  @Text() document: string;
  @Stamp({ nullable: true, meaning: 'Null asks the latest.' }) as_of: string | null;
  @Text({ nullable: true, optional: true, meaning: 'Or an answer of record by id.' }) answer?: string | null;
}
export class AnswersInForce {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() judgment: string;
  @ListOf(() => AnswerMoment, { max: 1000 }) moments: AnswerMoment[];
}
export class AnswerInForce {
  @Text() document: string;
  @Shape({ type: ['object', 'null'] }, { meaning: 'The answer of record in force at the moment, or null.' })
  answer: RecordedAnswer | null;
  @Stamp({ nullable: true }) first_answer_at: string | null;
}
export class AnswersInForceFound {
  @Text() judgment_id: string;
  @OneOf(['bool', 'choice', 'score']) type: 'bool' | 'choice' | 'score';
  @Text({ meaning: "The definition's horizon." }) horizon: string;
  @Shape({ type: ['array', 'null'] }) options: string[] | null;
  @Shape({ type: ['array', 'null'] }) levels: number[] | null;
  @ListOf(() => AnswerInForce) answers: AnswerInForce[];
}
export const answersInForce = request({
  subject: 'judgments.answer.in-force.v1',
  why: 'Which answer stood at a moment, for outcomes.',
  from: ['calibration'],
  to: 'judgments',
  query: AnswersInForce,
  reply: AnswersInForceFound,
});

/** A judgment's column changed; `column.archived` takes it out of reads. */
export class JudgmentChangedFact {
  @Nested(() => JudgmentSnapshot) column: JudgmentSnapshot;
  @JsonObject({ meaning: 'Outcome settings, for calibration.' }) outcomes: object;
}
export const judgmentChanged = fact({
  subject: 'judgments.judgment.changed.v1',
  why: 'What documents and calibration must know of a judgment, at once.',
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
  @Int() revision: number;
}
export const deferralChanged = fact({
  subject: 'judgments.deferral.changed.v1',
  why: 'A rolling limit defers a fan-out, or it caught up.',
  from: 'judgments',
  payload: DeferralChanged,
  consumers: ['documents'],
});
