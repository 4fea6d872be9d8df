/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The types of judgments; the type decides the form of the answer. */
export const judgmentTypes = ['bool', 'choice', 'score'] as const;
export type JudgmentType = (typeof judgmentTypes)[number];

/** The engines of the specification. A name is valid even when none of its versions is active. */
export const engineNames = ['jev', 'gpt-6-luna', 'pplx-decider'] as const;
export type EngineName = (typeof engineNames)[number];

/** An engine and its exact version, or `current`. */
export interface EngineRef {
  name: EngineName;
  version: string;
}

/** The part of an array that a recipe reads: elements whose `at` is not older than `within`. */
export interface ArrayWindow {
  /** Dotted path of the timestamp in each element. */
  at: string;
  /** Duration before the time of judging, such as `30d`. */
  within: string;
}

/** What the engine reads of a document. Paths are normalised; the compiled text follows the order of `fields`. */
export interface ContextRecipe {
  fields: string[];
  /** The number of newest elements to read, by array path. */
  last_n?: Record<string, number>;
  window?: Record<string, ArrayWindow>;
  /** Maximum of tokens of the compiled text, at least 2. Default: the limit of the standard size class less the question. */
  max_tokens?: number;
}

interface CommonDefinition {
  name: string;
  question: string;
  context: ContextRecipe;
  engine: EngineRef;
  /** How long after the answer its outcome is observed, as a duration; default `0s`. */
  horizon: string;
  /** The filter as the client sent it; absent when the judgment applies to every document. */
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
  /** In strictly ascending order of their values. */
  levels: ScoreLevel[];
}

/**
 * A version of a judgment in normal form, as the API shows it: with all defaults, and without optional members that the
 * client left out. Thresholds, freshness and settings of outcomes belong to the judgment, not to a version.
 */
export type Definition = BoolDefinition | ChoiceDefinition | ScoreDefinition;

/** Description of the escape option when the definition has none. */
export const defaultEscape = 'none of the other options fits';
