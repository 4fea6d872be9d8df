import { canonicalJson } from '@app/definition';
import type { Json } from '@app/definition';
import type { JsonObject } from '@app/json';
import { createHash } from 'node:crypto';

/** A state as a commit stores it. */
export interface EncodedState {
  /** JSON text. */
  text: string;
  /** Digest of the canonical text, 16 bytes in hex: equal states have equal digests, in whatever order their members are. */
  digest: string;
}

const digestCharacters = 32;
const known = new WeakMap<JsonObject, EncodedState>();

/** Encodes each state once: the upsert that compares a digest stores it too. States are not changed once they are made. */
export function encodedState(state: JsonObject): EncodedState {
  let encoded = known.get(state);
  if (encoded === undefined) {
    const text = JSON.stringify(state);
    const canonical = isSorted(state) ? text : canonicalJson(state as Json);
    // Half of SHA-256: 128 bits, which no sender can make collide.
    const digest = createHash('sha256').update(canonical).digest('hex').slice(0, digestCharacters);
    known.set(state, (encoded = { text, digest }));
  }
  return encoded;
}

/** Whether members stand in the order of the canonical text at every depth, so that the text is canonical as it is. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const keys = Object.keys(value);
  return keys.every(
    (key, index) => (index === 0 || keys[index - 1] < key) && isSorted((value as Record<string, unknown>)[key]),
  );
}
