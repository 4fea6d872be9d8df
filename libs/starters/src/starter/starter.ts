import type { ChoiceOption, Json } from '@app/definition';

/** What a placeholder stands for: a document path, words inside a text, a number, or the options of a choice. */
export const placeholderKinds = ['path', 'text', 'number', 'option_list'] as const;
export type PlaceholderKind = (typeof placeholderKinds)[number];

/** A value of a placeholder: a string for `path` and `text`, a number, or a list of options. */
export type PlaceholderValue = string | number | ChoiceOption[];

export interface Placeholder {
  name: string;
  kind: PlaceholderKind;
  description: string;
  /** A value that would do; the sample document is written for it. */
  example: PlaceholderValue;
  /** May be left out: the member of the definition that holds it is then left out too. */
  optional: boolean;
}

/** A document that the starter is shown on, and what an answer to it should say. */
export interface Sample {
  attributes: Record<string, Json>;
  state: Record<string, Json>;
  /** A bool's answer, a choice's option, or the half of a score's scale. */
  expected: boolean | string | 'low' | 'high';
}

/** A definition to begin from, with `{placeholders}` where the caller's own paths and words belong. */
export interface Starter {
  /** `<topic>.<name>`. */
  id: string;
  title: string;
  summary: string;
  placeholders: readonly Placeholder[];
  /** Members of a create without `name`; `thresholds` are a recommendation to begin with. */
  definition: Readonly<Record<string, Json>>;
  /** The outcome setting that suits it; empty where outcomes are best posted. */
  outcomes: Readonly<Record<string, Json>>;
  sample: Sample;
}
