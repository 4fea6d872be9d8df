import { isName, under } from '@app/definition';
import { isObject } from '@app/json';
import { Problem, invalid } from '@app/problem';
import { maxAttributeElements, maxAttributeTextBytes, maxAttributes, maxAttributesBytes, tooLarge } from './limits';

/** A UTF-16 unit takes at most three bytes of UTF-8, so a shorter text need not be measured. */
const surelyFits = Math.floor(maxAttributeTextBytes / 3);

/**
 * Checks attributes: Names with a string, a number, a boolean, null, or an array of strings or numbers.
 * @param isSent whether the pointer leads to the attributes themselves, so that each has one of its own; false for the
 *   values of an append
 * @throws Problem `invalid_request`, reasons `bad_type`, `bad_name`; `too_large`, reasons `attributes`, `values`
 */
export function checkAttributes(attributes: unknown, pointer: string, isSent = true): void {
  if (!isObject(attributes)) throw invalid('bad_type', pointer, '`attributes` must be an object.');
  let count = 0;
  for (const name in attributes) {
    if (++count > maxAttributes) throw tooMany(pointer);
    const pointerOf = (): string => (isSent ? under(pointer, name) : pointer);
    if (!isName(name)) {
      throw invalid('bad_name', pointerOf(), 'An attribute name is 1 to 128 characters of A-Za-z0-9_-.');
    }
    const value = attributes[name];
    if (typeof value === 'string') {
      if (!fits(value)) throw tooLong(pointerOf());
    } else if (typeof value === 'object' && value !== null) {
      checkElements(value, pointerOf());
    }
  }
}

/**
 * @param bytes of the attributes, by `jsonBytes`
 * @throws Problem `too_large`, reason `attributes`
 */
export function checkAttributesBytes(bytes: number, pointer: string): void {
  if (bytes <= maxAttributesBytes) return;
  const message = 'The attributes of a document hold at most 5 MiB of JSON; put long texts and numbers into `state`.';
  throw tooLarge('attributes', pointer, maxAttributesBytes, message);
}

function checkElements(value: object, pointer: string): void {
  if (!Array.isArray(value)) {
    const kinds = 'a string, number, boolean, null, or a list of strings or numbers';
    throw invalid('bad_type', pointer, `An attribute is ${kinds}; put other values into \`state\`.`);
  }
  if (value.length > maxAttributeElements) {
    const message = `A list in an attribute has at most ${maxAttributeElements} elements; put longer lists into \`state\`.`;
    throw tooLarge('values', pointer, maxAttributeElements, message);
  }
  for (const element of value) {
    if (typeof element === 'string') {
      if (!fits(element)) throw tooLong(pointer);
    } else if (typeof element !== 'number') {
      throw invalid('bad_type', pointer, 'A list in an attribute holds strings or numbers only.');
    }
  }
}

function fits(text: string): boolean {
  return text.length <= surelyFits || Buffer.byteLength(text) <= maxAttributeTextBytes;
}

function tooMany(pointer: string): Problem {
  const message = `A document has at most ${maxAttributes} attributes; put the rest into \`state\`.`;
  return tooLarge('attributes', pointer, maxAttributes, message);
}

function tooLong(pointer: string): Problem {
  const message = 'A string in an attribute has at most 1,024 bytes; put longer text into `state`.';
  return tooLarge('values', pointer, maxAttributeTextBytes, message);
}
