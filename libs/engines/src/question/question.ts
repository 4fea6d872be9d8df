import type { WireImage } from '../image/wire-image';

/** Wording of the two sides of a yes/no question; a plain text tells what "yes" means. */
export type BoolCriteria = string | { yes?: string; no?: string };

export interface BoolQuestion {
  type: 'bool';
  question: string;
  criteria?: BoolCriteria;
}

export interface ChoiceQuestion {
  type: 'choice';
  question: string;
  criteria?: string;
  /** 2..254, values unique; in the order of the definition, which is never the order shown. */
  options: readonly { value: string; description?: string }[];
  /** Wording of the escape; {@link defaultEscape} when left out. */
  escapeDescription?: string;
}

export interface ScoreQuestion {
  type: 'score';
  question: string;
  criteria?: string;
  /** 2..10, values unique; any order, sent ascending. */
  levels: readonly { value: number; description: string }[];
}

export type Question = BoolQuestion | ChoiceQuestion | ScoreQuestion;

/** What the escape says when the definition does not word it (docs/engines.md#our-members-and-theirs). */
export const defaultEscape = 'none of the other options fits';

/** One document's context and all the questions put to it in one go. */
export interface AskInput {
  /** Rendered recipe, sent as it is. */
  context: string;
  /** 1..32, answered in the same order. */
  questions: readonly Question[];
  /** Hash of document and version: decides the order in which options are shown, and nothing else. */
  seed: string;
  /** Hash that tells tenants apart to a vendor that wants to know; never a name. */
  tenant?: string;
  /** Named in the context as `img-0`, `img-1`, .. in this order; empty for an engine that reads none. */
  images: readonly WireImage[];
}
