import { isName, under } from '@app/definition';
import { isObject } from '@app/json';
import { invalid } from '@app/problem';
import { maxImages, tooLarge } from './limits';

/**
 * Checks the images that a document names: an object from Names to image ids.
 * @param isPatch whether null may remove a name
 * @throws Problem `invalid_request`, reasons `bad_type`, `bad_name`; `too_large`, reason `images`
 */
export function checkImages(images: unknown, pointer: string, isPatch: boolean): void {
  if (!isObject(images)) throw invalid('bad_type', pointer, '`images` must be an object from names to image ids.');
  const names = Object.keys(images);
  if (names.length > maxImages) {
    throw tooLarge('images', pointer, maxImages, `A document names at most ${maxImages} images; remove some.`);
  }
  for (const name of names) {
    const id = images[name];
    if (!isName(name)) {
      throw invalid('bad_name', under(pointer, name), 'An image name is 1 to 128 characters of A-Za-z0-9_-.');
    }
    if (typeof id !== 'string' && !(isPatch && id === null)) {
      throw invalid('bad_type', under(pointer, name), 'An image is named by its id, such as img_..; upload it first.');
    }
  }
}
