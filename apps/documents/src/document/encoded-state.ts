import type { JsonObject } from '@app/json';
import { DigestedState, digested } from './member-digests';

const known = new WeakMap<JsonObject, DigestedState>();

/** Encodes each state once: the upsert that compares digests stores them too. States are not changed once they are made. */
export function encodedState(state: JsonObject): DigestedState {
  let encoded = known.get(state);
  if (encoded === undefined) known.set(state, (encoded = digested(state)));
  return encoded;
}
