/**
 * What words and phrases mean, in English, German and Spanish. The words of a concept stand for one another. Words are in
 * lower case and without accents.
 */
export interface Concept {
  /** Tone in [-1, 1] of a writer who uses its words and phrases: glad (1), upset (-1), or 0 for none. */
  tone: number;
  /** A thing that a text is about. Where a question names something else too ("Is the parcel late?"), the thing counts little. */
  isTopic?: true;
  /** Something that a writer may want. Where the text says that it is done ("the refund has arrived"), it is not wanted. */
  isWish?: true;
  /** A feeling or opinion. Its phrases say only the tone, so that one phrase is one sign among the others of a long text. */
  isMood?: true;
  words: string;
  /** Patterns that mean it, see `phrase.ts`. */
  phrases?: readonly string[];
  /** Patterns that mean its opposite. */
  against?: readonly string[];
}

export type Concepts = Record<string, Concept>;
