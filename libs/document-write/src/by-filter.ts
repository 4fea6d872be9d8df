import { under } from '@app/definition';
import { isObject } from '@app/json';
import type { JsonObject } from '@app/json';
import { invalid } from '@app/problem';
import { checkAttributes } from './attributes';
import { checkImages } from './images';
import { missingOr, refusedMember, unknownMember } from './refusal';
import { checkState } from './state';

const byFilterTypes = ['patch_by_filter', 'delete_by_filter'] as const;
export type ByFilterType = (typeof byFilterTypes)[number];

export function isByFilterType(name: string): name is ByFilterType {
  return (byFilterTypes as readonly string[]).includes(name);
}

/**
 * The write by filter of a request, or null when the request has none.
 * @throws Problem `invalid_request`, reason `unknown_field`, when the write by filter does not stand alone
 */
export function byFilterTypeOf(write: object): ByFilterType | null {
  const type = byFilterTypes.find((name) => Object.hasOwn(write, name));
  if (type === undefined) return null;
  checkAlone(write, type);
  return type;
}

function checkAlone(write: object, type: ByFilterType): void {
  const other = Object.keys(write).find((name) => name !== type);
  if (other === undefined) return;
  throw invalid('unknown_field', under('', other), `\`${type}\` stands alone; send \`${other}\` in another write.`);
}

/**
 * Checks a write by filter. Documents checks the filter's grammar; here it must hold a condition.
 * @param isMeasured whether the size of the patch's state is checked
 */
export function checkByFilter(write: JsonObject, type: ByFilterType, isMeasured: boolean): void {
  checkAlone(write, type);
  const pointer = under('', type);
  const value = write[type];
  if (!isObject(value)) throw invalid('bad_type', pointer, `\`${pointer}\` must be an object.`);
  for (const member in value) {
    if (member !== 'filter' && (member !== 'patch' || type !== 'patch_by_filter')) {
      throw unknownMember(under(pointer, member));
    }
  }
  const { filter = {}, patch } = value;
  checkFilter(filter, `${pointer}/filter`);
  if (type === 'patch_by_filter') checkPatch(patch, `${pointer}/patch`, isMeasured);
}

function checkFilter(filter: unknown, pointer: string): void {
  if (!isObject(filter)) {
    throw invalid('bad_type', pointer, `\`${pointer}\` must be a filter, such as {"attributes.a": 1}.`);
  }
  if (Object.keys(filter).length === 0) {
    throw invalid('empty_filter', pointer, 'This filter names no condition; name one, such as {"attributes.a": 1}.');
  }
}

function checkPatch(patch: unknown, pointer: string, isMeasured: boolean): void {
  if (!isObject(patch)) {
    throw missingOr(patch, pointer, 'bad_type', 'must be an object with `attributes`, `state` or `images`');
  }
  for (const member in patch) {
    const value = patch[member];
    if (member === 'attributes') checkAttributes(value, `${pointer}/attributes`);
    else if (member === 'state') checkState(value, `${pointer}/state`, isMeasured);
    else if (member === 'images') checkImages(value, `${pointer}/images`, true);
    else throw refusedMember(member, under(pointer, member));
  }
}
