/** A question of the `systemone` request (docs/engines.md#jev). Levels come lowest first. */
export type WireQuestion =
  | { type: 'noul'; instructions: string; criteria?: { true?: string; false?: string } }
  | { type: 'choice'; instructions: string; criteria: Record<string, string> }
  | { type: 'score'; instructions: string; criteria: [lowest: string, next: string, ...higher: string[]] };

export type WireImagePart = { type: 'image_url'; image_url: { url: string } };

/** An image beside the state, under the text by which the state names it. */
export interface WireAsset {
  type: 'image';
  format: 'png' | 'jpeg';
  /** The bytes in base64, without a `data:` prefix. */
  data_base64: string;
}

/** The `systemone` request. Images are in one of three members, by the engine's `image_mode`. */
export interface WireRequest {
  model: string;
  state: string | [...(string | WireImagePart)[]];
  /** Images, by the text that names them in the state. */
  assets?: Record<string, WireAsset>;
  /** Base64, in the order of `img-0`, `img-1`, .. */
  images?: string[];
  questions: Record<string, WireQuestion>;
}
