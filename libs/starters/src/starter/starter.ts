import type { ChoiceOption, Json } from '@app/definition';

/** The kinds of placeholders: a document path, a text inside a sentence, a number, or the options of a choice. */
export const placeholderKinds = ['path', 'text', 'number', 'option_list'] as const;
export type PlaceholderKind = (typeof placeholderKinds)[number];

/** The value of a placeholder: a string for `path` and `text`, a number, or a list of options. */
export type PlaceholderValue = string | number | ChoiceOption[];

export interface Placeholder {
  name: string;
  kind: PlaceholderKind;
  description: string;
  /** An example value, which fits the sample document. */
  example: PlaceholderValue;
  /** Whether the value may be left out; the definition's member that contains it is then left out too. */
  optional: boolean;
}

/** An example document, and the answer that it should get. */
export interface Sample {
  attributes: Record<string, Json>;
  state: Record<string, Json>;
  /** The answer of a bool, the option of a choice, or the half of a score's scale. */
  expected: boolean | string | 'low' | 'high';
}

/** A definition to start from, with `{placeholders}` for the client's own paths and texts. */
export interface Starter {
  /** The id, of the form `<topic>.<name>`. */
  id: string;
  title: string;
  summary: string;
  placeholders: readonly Placeholder[];
  /** Members of a create without `name`; the `thresholds` are a recommendation. */
  definition: Readonly<Record<string, Json>>;
  /** A suggested outcome setting, in effect only when the client sends it; empty when posting outcomes suits better. */
  outcomes: Readonly<Record<string, Json>>;
  sample: Sample;
}
