/** A question of the `openai_decisions` request (docs/engines.md#gpt-6-luna). Levels come lowest first. */
export type WireQuestion =
  | { type: 'predicate'; name: string; instructions: string }
  | { type: 'choice'; name: string; instructions: string; choices: { value: string; description: string }[] }
  | { type: 'score'; name: string; instructions: string; levels: { label: string; description: string }[] };

/** A part of the one message: the context, then each image after the text that names it. */
export type WirePart =
  { type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' };

export interface WireRequest {
  model: string;
  input: [{ role: 'user'; content: WirePart[] }];
  questions: WireQuestion[];
  /** Hash by which the vendor's abuse controls tell tenants apart; never a name or an address. */
  safety_identifier?: string;
}
