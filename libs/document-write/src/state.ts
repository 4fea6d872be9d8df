import { isObject, jsonBytes } from '@app/json';
import { invalid } from '@app/problem';
import { maxStateBytes, tooLarge } from './limits';

/**
 * @param isMeasured whether the size is checked too
 * @throws Problem `invalid_request`, reason `bad_type`; `too_large`, reason `state_bytes`
 */
export function checkState(state: unknown, pointer: string, isMeasured: boolean): void {
  if (!isObject(state)) throw invalid('bad_type', pointer, '`state` must be a JSON object.');
  if (isMeasured) checkStateBytes(jsonBytes(state), pointer);
}

/**
 * @param bytes of the state, by `jsonBytes`
 * @throws Problem `too_large`, reason `state_bytes`
 */
export function checkStateBytes(bytes: number, pointer: string): void {
  if (bytes <= maxStateBytes) return;
  const message = 'A `state` holds at most 1 MiB of JSON, its numbers in plain digits (1e308 has 309); send less.';
  throw tooLarge('state_bytes', pointer, maxStateBytes, message);
}
