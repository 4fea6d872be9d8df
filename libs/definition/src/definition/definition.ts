/** A value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The form of an answer; discriminates a definition. */
export const judgmentTypes = ['bool', 'choice', 'score'] as const;
export type JudgmentType = (typeof judgmentTypes)[number];

/** The engines of the specification; a name is known also while none of its versions is active. */
export const engineNames = ['jev', 'gpt-6-luna', 'pplx-decider'] as const;
export type EngineName = (typeof engineNames)[number];

/** An engine and its exact version, or `current`. */
export interface EngineRef {
  name: EngineName;
  version: string;
}

/** What part of an array is read: elements whose `at` lies no longer ago than `within`. */
export interface ArrayWindow {
  /** Dotted path of the timestamp inside each element. */
  at: string;
  /** Duration back from the moment of judging, e.g. `30d`. */
  within: string;
}

/** What the engine reads of the judged document. Paths are normalised; the order of `fields` is that of the text. */
export interface ContextRecipe {
  fields: string[];
  /** Array path to the number of newest elements read. */
  last_n?: Record<string, number>;
  window?: Record<string, ArrayWindow>;
  /** Tokens of the compiled text, at least 2. Left out: the standard size class's limit less the question's tokens. */
  max_tokens?: number;
}

interface CommonDefinition {
  name: string;
  question: string;
  context: ContextRecipe;
  engine: EngineRef;
  /** Duration by which an outcome trails the answer it labels; `0s` when left out. */
  horizon: string;
  /** The filter as it was sent; absent when the judgment applies to every document. */
  applies_to?: { [key: string]: Json };
}

export interface BoolDefinition extends CommonDefinition {
  type: 'bool';
  criteria?: string | { true?: string; false?: string };
}

export interface ChoiceOption {
  value: string;
  description?: string;
}

export interface ChoiceDefinition extends CommonDefinition {
  type: 'choice';
  criteria?: string;
  options: ChoiceOption[];
  escape: { description: string };
}

export interface ScoreLevel {
  value: number;
  description: string;
}

export interface ScoreDefinition extends CommonDefinition {
  type: 'score';
  criteria?: string;
  /** Strictly ascending by value. */
  levels: ScoreLevel[];
}

/**
 * A version of a judgment in normal form, as the API shows it: every default filled in, optional members that were not
 * sent absent. Thresholds, freshness and outcome settings belong to the judgment and not to a version.
 */
export type Definition = BoolDefinition | ChoiceDefinition | ScoreDefinition;

/** What the escape option says when the definition does not word it. */
export const defaultEscape = 'none of the other options fits';
