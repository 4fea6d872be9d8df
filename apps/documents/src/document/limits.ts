import { Problem, invalid } from '@app/problem';
import { Content, JsonObject } from './document';

export const mostStateBytes = 1024 * 1024;
export const mostAttributes = 64;
export const mostElements = 64;
export const mostImages = 16;
export const mostOperations = 1000;
const mostStringBytes = 1024;

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
  if (typeof value === 'string' && Buffer.byteLength(value) > mostStringBytes) {
    throw tooLarge('attributes', pointer, mostStringBytes);
  }
  if (!Array.isArray(value)) {
    if (typeof value !== 'object' || value === null) return;
    throw invalid(
      'bad_type',
      pointer,
      'An attribute is a string, a number, a boolean, null, or an array of strings or numbers.',
    );
  }
  if (value.length > mostElements) throw tooLarge('values', pointer, mostElements);
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
  if (names.length > mostAttributes) throw tooLarge('attributes', pointer, mostAttributes);
  for (const name of names) checkValue(attributes[name], `${pointer}/${name}`);
}

/** Names of pictures after a patch must be what an upsert could have sent. */
export function checkImages(images: JsonObject, pointer: string): void {
  if (Object.keys(images).length > mostImages) throw tooLarge('images', pointer, mostImages);
}

/** The texts of a content as they are stored. @throws Problem `too_large`, reason `state_bytes` */
export function textsOf(content: Content, pointer: string): { attributes: string; state: string; bytes: number } {
  const attributes = JSON.stringify(content.attributes);
  const state = JSON.stringify(content.state);
  const stateBytes = Buffer.byteLength(state);
  if (stateBytes > mostStateBytes) throw tooLarge('state_bytes', pointer, mostStateBytes);
  return { attributes, state, bytes: stateBytes + Buffer.byteLength(attributes) };
}
