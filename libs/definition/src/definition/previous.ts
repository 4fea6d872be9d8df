import { previousAnchors } from './definition';
import type { PreviousDocument } from './definition';
import { readFieldUnder, readFields } from '../path/field';
import { own, readObject, readOneOf, refuseOthers, under } from '../reading/member';

const roots = ['id', 'created_at', 'updated_at', 'attributes', 'state'] as const;

/**
 * Reads `previous` of a recipe. It takes no images: the earlier image may be gone when the context is compiled.
 * @throws Problem `invalid_request`
 */
export function parsePrevious(value: unknown, pointer: string): PreviousDocument {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['fields', 'anchor']);
  const sentence = '`previous` shows no images, since an earlier image may be gone; name attributes or state.';
  const fields = readFields(own(members, 'fields'), under(pointer, 'fields'), (field, place) =>
    readFieldUnder(field, place, roots, sentence),
  );
  const anchor = Object.hasOwn(members, 'anchor')
    ? readOneOf(members.anchor, under(pointer, 'anchor'), previousAnchors)
    : 'last_answer';
  return { fields, anchor };
}
