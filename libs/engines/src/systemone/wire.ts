/** The `systemone` request as it goes over the wire (docs/engines.md#jev); levels stand lowest first. */
export type WireQuestion =
  | { type: 'noul'; instructions: string; criteria?: { true?: string; false?: string } }
  | { type: 'choice'; instructions: string; criteria: Record<string, string> }
  | { type: 'score'; instructions: string; criteria: [lowest: string, next: string, ...higher: string[]] };

export type WireImagePart = { type: 'image_url'; image_url: { url: string } };

/** A picture beside the state, under the text by which the state names it. */
export interface WireAsset {
  type: 'image';
  format: 'png' | 'jpeg';
  /** Without a `data:` prefix. */
  data_base64: string;
}

/** Pictures travel in one of three places, by the engine's `image_mode`. */
export interface WireRequest {
  model: string;
  state: string | [...(string | WireImagePart)[]];
  /** By reference. */
  assets?: Record<string, WireAsset>;
  /** Base64, in the order of their references. */
  images?: string[];
  questions: Record<string, WireQuestion>;
}
