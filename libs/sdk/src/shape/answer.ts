import type { Schema } from '../request/operation-types';

type View = Schema<'AnswerView'>;
type Calibrated = Schema<'CalibratedAnswer'>;

/** Members that every answer has, whatever its type and status. */
type Shared = Pick<
  View,
  | 'thresholds'
  | 'thresholds_missing'
  | 'engine'
  | 'engine_version'
  | 'engine_source'
  | 'probability_source'
  | 'due_at'
  | 'truncated'
  | 'watermark'
>;

/** The answer of record of a document that was judged. */
interface Judged {
  /** Id of the answer of record, `ans_..`. */
  id: string;
  version: number;
  document_version: number;
  judged_at: string;
  unavailable_reason: null;
}

interface Fresh extends Judged {
  status: 'fresh';
  stale_reason: null;
}

interface Stale extends Judged, Pick<View, 'stale_by'> {
  status: 'stale';
  stale_reason: NonNullable<View['stale_reason']>;
}

/** There is no answer yet: every raw member is null. */
interface NotJudged {
  id: null;
  version: null;
  document_version: null;
  judged_at: null;
  stale_reason: null;
}

interface Pending extends NotJudged {
  status: 'pending';
  unavailable_reason: null;
}

interface Unavailable extends NotJudged {
  status: 'unavailable';
  unavailable_reason: NonNullable<View['unavailable_reason']>;
}

/** An answer with the members of its type; raw ones are null until the document is first judged. */
type AnswerOf<Type, Raw, CalibratedMembers> = Shared & {
  type: Type;
  calibrated: (Pick<Calibrated, 'fit' | 'read_with'> & CalibratedMembers) | null;
} & (((Fresh | Stale) & Raw) | ((Pending | Unavailable) & { [Name in keyof Raw]: null }));

/** The answer of a yes-or-no judgment: `p` is the probability of yes. */
export type BoolAnswer = AnswerOf<'bool', { p: number }, { p: number }> & Pick<View, 'features' | 'parts' | 'combiner'>;

/** The answer of a choice: `value` is the most probable option, or null when none fits. */
export type ChoiceAnswer = AnswerOf<
  'choice',
  { value: string | null; dist: Record<string, number>; escape_p: number | null },
  { value: string | null; dist: Record<string, number>; escape_p?: number }
> &
  Pick<View, 'rounds'>;

/** The answer of a score: `score` is the mean of the levels, `value` the most probable one. */
export type ScoreAnswer = AnswerOf<
  'score',
  { score: number; value: number | string | null; normalized: number; dist: Record<string, number> },
  { score: number; value?: number | string | null; dist: Record<string, number> }
>;

/**
 * An answer as a read shows it. Narrow it by `type`, and by `status` (`fresh` and `stale` have numbers). A later version of the service
 * may send other types: ignore what you do not know.
 */
export type JudgmentAnswer = BoolAnswer | ChoiceAnswer | ScoreAnswer;
