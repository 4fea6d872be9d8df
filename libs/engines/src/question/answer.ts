/** Why one question has no answer; the words of the contract's `unavailable_reason`. */
export type FailureReason =
  'engine_bad_answer' | 'engine_no_signal' | 'engine_refused' | 'engine_rejected' | 'context_too_large';

/** Why a whole call has no answer; `engine_unavailable` heals by itself, the others do not. */
export type CallFailureReason = FailureReason | 'engine_unavailable';

/** Probability by option or level, on an object without prototype: keys come from tenants. */
export type Distribution = Record<string, number>;

export interface BoolAnswer {
  type: 'bool';
  /** Probability of yes, in [0, 1], as printed by the engine. */
  p: number;
}

export interface ChoiceAnswer {
  type: 'choice';
  /** The likeliest option, ties by the order of the definition; null when the escape beats every option. */
  value: string | null;
  /** Share by option value; sums with `escape_p` to 1. */
  dist: Distribution;
  escape_p: number;
  /** Option values in the order shown; null marks the escape. */
  order: (string | null)[];
  /** Numbers as the engine printed them, in the order of `order`; kept for refits. */
  printed: number[];
}

export interface ScoreAnswer {
  type: 'score';
  /** Mean of the levels' values over `dist`. */
  score: number;
  /** Value of the likeliest level, ties to the lower. */
  value: number;
  /** `score` on [0, 1] between the lowest and the highest level's value. */
  normalized: number;
  /** Share by level value as printed in JSON; sums to 1. */
  dist: Distribution;
  /** Numbers as the engine printed them, lowest level first. */
  printed: number[];
}

export interface FailedAnswer {
  type: 'failed';
  reason: FailureReason;
  /** What was wrong, for the log; never holds the context. */
  detail: string;
}

export type RawAnswer = BoolAnswer | ChoiceAnswer | ScoreAnswer | FailedAnswer;

export interface AskReply {
  /** One per question, in the order asked. */
  answers: RawAnswer[];
  /** The model that says it answered; the configured name when the reply names none. */
  reportedModel: string;
  /** As counted by the engine; null when it does not say, or not in whole numbers. */
  tokens: { input: number; output: number } | null;
  /** The engine's own id of the (last) request, for support. */
  requestId: string | null;
}

/** A failed answer to one question. */
export function failed(reason: FailureReason, detail: string): FailedAnswer {
  return { type: 'failed', reason, detail };
}
