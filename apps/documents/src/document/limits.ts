import type { JsonObject } from '@app/json';
import { Problem, invalid } from '@app/problem';
import { Content } from './document';

export const maxStateBytes = 1024 * 1024;
export const maxAttributes = 64;
export const maxElements = 64;
export const maxImages = 16;
export const maxOperations = 1000;
const maxStringBytes = 1024;

export function tooLarge(
  reason: 'state_bytes' | 'attributes' | 'images' | 'operations' | 'values',
  path: string,
  limit: number,
) {
  return new Problem('too_large', `\`${path}\` holds more than ${limit} may be held; send less.`, {
    reason,
    path,
    limit,
  });
}

function checkValue(value: unknown, pointer: string): void {
  if (typeof value === 'string' && Buffer.byteLength(value) > maxStringBytes) {
    throw tooLarge('attributes', pointer, maxStringBytes);
  }
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return;
    throw invalid(
      'bad_type',
      pointer,
      'An attribute is a string, a number, a boolean, null, or an array of strings or numbers.',
    );
  }
  if (value.length > maxElements) throw tooLarge('values', pointer, maxElements);
  for (const item of value) {
    if (typeof item !== 'string' && typeof item !== 'number') {
      throw invalid('bad_type', pointer, 'An array attribute holds strings or numbers.');
    }
    checkValue(item, pointer);
  }
}

/** Attributes after a patch or an append must be what an upsert could have sent. */
export function checkAttributes(attributes: JsonObject, pointer: string): void {
  const names = Object.keys(attributes);
  if (names.length > maxAttributes) throw tooLarge('attributes', pointer, maxAttributes);
  for (const name of names) checkValue(attributes[name], `${pointer}/${name}`);
}

/** Names of pictures after a patch must be what an upsert could have sent. */
export function checkImages(images: JsonObject, pointer: string): void {
  if (Object.keys(images).length > maxImages) throw tooLarge('images', pointer, maxImages);
}

/** The texts of a content as they are stored. @throws Problem `too_large`, reason `state_bytes` */
export function textsOf(content: Content, pointer: string): { attributes: string; state: string; bytes: number } {
  const attributes = JSON.stringify(content.attributes);
  const state = JSON.stringify(content.state);
  const stateBytes = Buffer.byteLength(state);
  if (stateBytes > maxStateBytes) throw tooLarge('state_bytes', pointer, maxStateBytes);
  return { attributes, state, bytes: stateBytes + Buffer.byteLength(attributes) };
}
