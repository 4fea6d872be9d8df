import type { WireImage } from '../image/wire-image';

/** Wording of the two sides of a yes/no question. A plain text describes "yes". */
export type BoolCriteria = string | { yes?: string; no?: string };

/** Questions of one number are answered in one attempt: where one of them has no answer, all are asked again. */
interface Together {
  together?: number;
}

export interface BoolQuestion extends Together {
  type: 'bool';
  question: string;
  criteria?: BoolCriteria;
}

export interface ChoiceQuestion extends Together {
  type: 'choice';
  question: string;
  criteria?: string;
  /** 2 to 254 with unique values, in the order of the definition. Engines get them in another order. */
  options: readonly { value: string; description?: string }[];
  /** Wording of the escape; {@link defaultEscape} when left out. */
  escapeDescription?: string;
}

export interface ScoreQuestion extends Together {
  type: 'score';
  question: string;
  criteria?: string;
  /** 2 to 10 with unique values, in any order. Engines get them in ascending order. */
  levels: readonly { value: number; description: string }[];
}

export type Question = BoolQuestion | ChoiceQuestion | ScoreQuestion;

/** Wording of the escape when the definition has none (docs/engines.md#our-members-and-theirs). */
export const defaultEscape = 'none of the other options fits';

/** One document's context and the questions about it. */
export interface AskInput {
  /** The rendered recipe. It is sent unchanged. */
  context: string;
  /** 1 to 32; the answers have the same order. */
  questions: readonly Question[];
  /** Hash of document and version. It decides only the order in which options are shown. */
  seed: string;
  /** Hash by which a vendor can tell tenants apart; never a name. */
  tenant?: string;
  /** The context names them `img-0`, `img-1`, .. in this order. Empty for an engine that reads no images. */
  images: readonly WireImage[];
}
