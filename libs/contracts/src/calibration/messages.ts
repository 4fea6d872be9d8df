import { DraftList } from '../engines';
import { CalibrationReport } from './report';
import { ListQuery, Deleted } from '../shared';
import { Bool, Int, ListOf, Nested, OneOf, Shape, Stamp, Text } from '../field';
import { request } from '../message';

const gatewayToCalibration = { from: ['gateway'], to: 'calibration' } as const;

export const outcomeSources = ['posted', 'rule', 'queue', 'implicit'] as const;
export type OutcomeSource = (typeof outcomeSources)[number];

export class OutcomeBody {
  @Text({ min: 1, max: 256 }) document: string;
  @Shape(
    { type: ['boolean', 'string', 'number'] },
    { optional: true, meaning: "A boolean, an option, or a number within the levels' range." },
  )
  value?: boolean | string | number;
  @Bool({ optional: true, meaning: 'True instead of a value when no option fits.' }) escape?: boolean;
  @Stamp({ optional: true, meaning: 'Required unless the outcome has `answer` or `as_of: "latest"`.' })
  observed_at?: string;
  @Text({ optional: true, max: 64, meaning: 'A timestamp, or `latest`.' }) as_of?: string;
  @Text({ optional: true, min: 1, max: 128, meaning: 'Id of an answer of record, `ans_..`.' }) answer?: string;
}
export class OutcomesBody {
  @ListOf(() => OutcomeBody, { min: 1, max: 1000 }) outcomes: OutcomeBody[];
}
export class PostOutcomes {
  @Text() namespace: string;
  @Text() judgment: string;
  @Nested(() => OutcomesBody) post: OutcomesBody;
}
export class UnmatchedOutcome {
  @Text() document: string;
  @Text({
    meaning: '`no_answer_at_as_of`, `no_such_document`, `answer_not_found`, `document_deleted` or `answer_expired`.',
  })
  reason: string;
  @Stamp({ optional: true }) first_answer_at?: string;
}
export class OutcomesPosted {
  @Int() recorded: number;
  @Int() replaced: number;
  @Int() unchanged: number;
  @Int() matched: number;
  @ListOf(() => UnmatchedOutcome) unmatched: UnmatchedOutcome[];
}
export const postOutcomes = request({
  ...gatewayToCalibration,
  subject: 'calibration.outcome.post.v1',
  why: 'Stores what really happened, each outcome bound to the answer in force.',
  query: PostOutcomes,
  reply: OutcomesPosted,
});

export class ListOutcomes extends ListQuery {
  @Text() namespace: string;
  @Text() judgment: string;
}
/** Who said an outcome. A person's name is not stored: of one who left, the id stays. */
export class OutcomeAuthor {
  @OneOf(['user', 'key', 'rule', 'implicit']) type: 'user' | 'key' | 'rule' | 'implicit';
  @Text({ nullable: true, meaning: 'Id of the account or the key; null for a rule and an implicit outcome.' }) id:
    string | null;
}
export class OutcomeView {
  @Text() id: string;
  @Text({ meaning: 'The namespace of the document: at a template, outcomes of several are listed.' }) namespace: string;
  @Text() document: string;
  @Shape({ type: ['boolean', 'string', 'number', 'null'] }) value: boolean | string | number | null;
  @Bool() escape: boolean;
  @OneOf(outcomeSources) source: OutcomeSource;
  @Nested(() => OutcomeAuthor, {
    optional: true,
    nullable: true,
    meaning: 'Null for an outcome from before authors were kept.',
  })
  author?: OutcomeAuthor | null;
  @Stamp() observed_at: string;
  @Text({ nullable: true }) answer: string | null;
  @Text({ nullable: true, meaning: '`as_of` as it was sent: a timestamp, or `latest`; null when it was left out.' })
  as_of: string | null;
  @Text({
    nullable: true,
    meaning: 'Why it labels no answer, as the reply to the post said; null when it labels one.',
  })
  unmatched: string | null;
  @Bool({
    meaning:
      'True when the answer may have known what happened: `as_of` is `latest` or later than `observed_at`, or the answer was judged after it.',
  })
  hindsight: boolean;
  @Stamp() created_at: string;
}
export class OutcomeList {
  @ListOf(() => OutcomeView) outcomes: OutcomeView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
export const listOutcomes = request({
  ...gatewayToCalibration,
  subject: 'calibration.outcome.list.v1',
  why: 'Lists the outcomes of a judgment, newest first.',
  query: ListOutcomes,
  reply: OutcomeList,
});

export class RetractOutcome {
  @Text() namespace: string;
  @Text() judgment: string;
  @Text() id: string;
}
export const retractOutcome = request({
  ...gatewayToCalibration,
  subject: 'calibration.outcome.retract.v1',
  why: 'Deletes an outcome.',
  query: RetractOutcome,
  reply: Deleted,
});

export class ReadCalibration {
  @Text() namespace: string;
  @Text() judgment: string;
  @Text({ optional: true, max: 128 }) sources?: string;
  @Stamp({ optional: true }) since?: string;
  @Stamp({ optional: true }) until?: string;
  @Text({ optional: true, min: 1, max: 256 }) engine_version?: string;
  @Text({ optional: true, min: 1, max: 128 }) by?: string;
}
export const readCalibration = request({
  ...gatewayToCalibration,
  subject: 'calibration.report.read.v1',
  why: 'Reads how right the answers are.',
  query: ReadCalibration,
  reply: CalibrationReport,
});

export class MakeDrafts {
  @Text() namespace: string;
  @Text() judgment: string;
}
export const makeDrafts = request({
  ...gatewayToCalibration,
  subject: 'calibration.draft.make.v1',
  why: "Has other wordings of a judgment's question drafted, within the allowance of the day.",
  query: MakeDrafts,
  reply: DraftList,
  maxConcurrent: 32,
});
