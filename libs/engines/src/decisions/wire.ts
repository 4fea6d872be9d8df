/** The `openai_decisions` request as it goes over the wire (docs/engines.md#gpt-6-luna); levels stand lowest first. */
export type WireQuestion =
  | { type: 'predicate'; name: string; instructions: string }
  | { type: 'choice'; name: string; instructions: string; choices: { value: string; description: string }[] }
  | { type: 'score'; name: string; instructions: string; levels: { label: string; description: string }[] };

/** Part of the one message: the context, then each picture behind the text that names it. */
export type WirePart =
  { type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' };

export interface WireRequest {
  model: string;
  input: [{ role: 'user'; content: WirePart[] }];
  questions: WireQuestion[];
  /** Tells tenants apart for the vendor's abuse controls; a hash, never a name or an address. */
  safety_identifier?: string;
}
