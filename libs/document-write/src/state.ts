import { isObject } from '@app/json';
import { invalid } from '@app/problem';
import { maxStateBytes, tooLarge } from './limits';

/**
 * @param isMeasured whether the size is checked too
 * @throws Problem `invalid_request`, reason `bad_type`; `too_large`, reason `state_bytes`
 */
export function checkState(state: unknown, pointer: string, isMeasured: boolean): void {
  if (!isObject(state)) throw invalid('bad_type', pointer, '`state` must be a JSON object.');
  if (isMeasured) checkStateBytes(Buffer.byteLength(JSON.stringify(state)), pointer);
}

/** @throws Problem `too_large`, reason `state_bytes` */
export function checkStateBytes(bytes: number, pointer: string): void {
  if (bytes <= maxStateBytes) return;
  throw tooLarge('state_bytes', pointer, maxStateBytes, 'A `state` holds at most 1 MiB of JSON; send less.');
}
