import { namePattern } from '@app/contracts';
import { Problem, invalid } from '@app/problem';
import { escapePointer } from './read-json';

const maxAttributes = 64;
const textMaxBytes = 1024;
/** A UTF-16 unit takes at most three bytes of UTF-8, so shorter strings fit without being measured. */
const surelyFits = Math.floor(textMaxBytes / 3);
const maxElements = 64;

/**
 * Checks the attributes of a write: a Name with a string, finite number, boolean, null, or list of strings or numbers.
 * @param index of the operation in its list; `patch` for a write by filter
 * @throws Problem `invalid_request` or `too_large` with the path of the first fault
 */
export function assertAttributes(attributes: unknown, list: string, index: number | 'patch'): void {
  if (typeof attributes !== 'object' || attributes === null || Array.isArray(attributes))
    throw invalid('bad_type', `/${list}/${index}/attributes`, '`attributes` must be an object.');
  let count = 0;
  for (const name in attributes) {
    const value = (attributes as Record<string, unknown>)[name];
    if (++count > maxAttributes)
      throw tooLarge(
        'attributes',
        `/${list}/${index}/attributes`,
        maxAttributes,
        `A document has at most ${maxAttributes} attributes.`,
      );
    if (!namePattern.test(name))
      throw invalid('bad_name', at(list, index, name), 'An attribute name is 1 to 128 characters of A-Za-z0-9_-.');
    if (typeof value === 'string') {
      if (!fits(value)) throw tooLong(at(list, index, name));
    } else if (typeof value === 'object' && value !== null) assertElements(value, at(list, index, name));
  }
}

function assertElements(value: object, path: string): void {
  if (!Array.isArray(value))
    throw invalid(
      'bad_type',
      path,
      'An attribute is a string, number, boolean, null, or a list of strings or numbers.',
    );
  if (value.length > maxElements)
    throw tooLarge('values', path, maxElements, `A list in an attribute has at most ${maxElements} elements.`);
  for (const element of value) {
    if (typeof element === 'string') {
      if (!fits(element)) throw tooLong(path);
    } else if (typeof element !== 'number')
      throw invalid('bad_type', path, 'A list in an attribute holds strings or numbers only.');
  }
}

function fits(text: string): boolean {
  return text.length <= surelyFits || Buffer.byteLength(text) <= textMaxBytes;
}

function tooLong(path: string): Problem {
  return tooLarge(
    'values',
    path,
    textMaxBytes,
    'A string in an attribute has at most 1,024 bytes; put longer text into `state`.',
  );
}

function tooLarge(reason: 'attributes' | 'values', path: string, limit: number, message: string): Problem {
  return new Problem('too_large', message, { reason, path, limit });
}

function at(list: string, index: number | 'patch', name: string): string {
  return `/${list}/${index}/attributes/${escapePointer(name)}`;
}
