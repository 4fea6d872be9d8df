import type { FailureReason } from '../failure/reason';

/** Probability by option or level, on an object without prototype, since keys come from tenants. */
export type Distribution = Record<string, number>;

export interface BoolAnswer {
  type: 'bool';
  /** Probability of yes in [0, 1], as the engine printed it. */
  p: number;
}

export interface ChoiceAnswer {
  type: 'choice';
  /** The likeliest option, the first of the definition at a tie; null when the escape is likelier than every option. */
  value: string | null;
  /** Share by option value; with `escape_p` they sum to 1. */
  dist: Distribution;
  escape_p: number;
  /** Option values in the order shown; null is the escape. */
  order: (string | null)[];
  /** Numbers as the engine printed them, in the order of `order`; fits are made of them. */
  printed: number[];
}

export interface ScoreAnswer {
  type: 'score';
  /** Mean of the levels' values over `dist`. */
  score: number;
  /** Value of the likeliest level, the lower at a tie. */
  value: number;
  /** `score` scaled to [0, 1] between the lowest and the highest level's value. */
  normalized: number;
  /** Share by the level's value as JSON text; they sum to 1. */
  dist: Distribution;
  /** Numbers as the engine printed them, lowest level first. */
  printed: number[];
}

export interface FailedAnswer {
  type: 'failed';
  reason: FailureReason;
  /** What was wrong, for the log. It never contains the context. */
  detail: string;
}

export type RawAnswer = BoolAnswer | ChoiceAnswer | ScoreAnswer | FailedAnswer;

export interface AskReply {
  /** One for each question, in the order of the questions. */
  answers: RawAnswer[];
  /** The model that the reply names; the configured one when it names none. */
  reportedModel: string;
  /** Tokens as the engine counts them; null when the reply has no whole numbers of them. */
  tokens: { input: number; output: number } | null;
  /** The engine's id of the (last) request, for its support. */
  requestId: string | null;
  /** What the server says of the machines and settings behind the model; it goes to the log alone. */
  fingerprint?: string;
}

/** What earlier attempts at one ask have brought, by the place of the question. */
export type Earlier = (RawAnswer | undefined)[];

/** Whether another attempt would bring nothing else. */
export function isSettled(answer: RawAnswer | undefined): boolean {
  return answer !== undefined && !(answer.type === 'failed' && answer.reason === 'engine_bad_answer');
}

/** A failed answer to one question. */
export function failed(reason: FailureReason, detail: string): FailedAnswer {
  return { type: 'failed', reason, detail };
}
