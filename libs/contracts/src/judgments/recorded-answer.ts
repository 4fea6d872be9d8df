import { unavailableReasons } from '@app/definition';
import type { UnavailableReason } from '@app/definition';
import { PartView, featureNumber } from '../documents';
import { EngineRef } from '../engine-ref';
import { Bool, Int, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text } from '../field';
import { fact } from '../message';

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
