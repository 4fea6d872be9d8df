import type { Feature } from '../feature/feature';
import type { Part } from '../part/part';
import type { ArrayWindow, Json } from '../reading/value';
import type { Relation } from '../relation/relation';

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

/** Names of the earlier judging whose document `previous` shows. */
export const previousAnchors = ['last_answer', 'last_change', 'first_answer'] as const;
export type PreviousAnchor = (typeof previousAnchors)[number];

/** The document as an earlier judging of the same judgment read it. */
export interface PreviousDocument {
  /** Paths of the document, normalised; each of them is a read path. */
  fields: string[];
  /**
   * `last_answer` is the document as the last answer read it; `first_answer` as the first did; `last_change` as the latest
   * answer did in which a field differed from now. Default `last_answer`.
   */
  anchor: PreviousAnchor;
}

/** What the engine reads of a document. Paths are normalised; the compiled text follows the order of `fields`. */
export interface ContextRecipe {
  fields: string[];
  /** The number of newest elements to read, by array path. */
  last_n?: Record<string, number>;
  window?: Record<string, ArrayWindow>;
  /** Left out of the context when the judgment has no earlier answer for the document. */
  previous?: PreviousDocument;
  /** Documents that are read beside the judged one, by the name of the relation. */
  related?: Record<string, Relation>;
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
  /** A composite judgment: 2 to 8 parts, or 1 beside features. The engine answers them instead of `question`. */
  parts?: Part[];
  /** The features of a judgment: at most 12, with unique names. */
  features?: Feature[];
}

export interface ChoiceOption {
  value: string;
  description?: string;
}

/** The options of a choice are the documents of a relation, by their ids. */
export interface OptionsFrom {
  /** Name of a relation of the recipe. */
  from: string;
  /** Normalised paths of a related document whose values describe it as an option; at most 16. */
  show: string[];
}

export interface ChoiceDefinition extends CommonDefinition {
  type: 'choice';
  criteria?: string;
  options: ChoiceOption[] | OptionsFrom;
  escape: { description: string };
}

export interface ScoreLevel {
  value: number;
  description: string;
}

export interface ScoreDefinition extends CommonDefinition {
  type: 'score';
  criteria?: string;
  /** The levels of a score, in strictly ascending order of their values. */
  levels: ScoreLevel[];
}

/**
 * A version of a judgment in normal form, as the API shows it: with all defaults, and without optional members that the
 * client left out. Thresholds, freshness and settings of outcomes belong to the judgment, not to a version.
 */
export type Definition = BoolDefinition | ChoiceDefinition | ScoreDefinition;

/** Description of the escape option when the definition has none. */
export const defaultEscape = 'none of the other options fits';
