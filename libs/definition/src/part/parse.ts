import { invalid } from '@app/problem';
import { own, readArray, readName, readObject, readText, refuseOthers, refuseRepeats, under } from '../reading/member';
import type { Part } from './part';

const maxParts = 8;
const longestQuestion = 8_000;

/**
 * Reads the parts of a composite judgment.
 * @param least 1 beside features, otherwise 2
 * @throws Problem `invalid_request`, reason `bad_bounds` for another number of parts
 */
export function parseParts(value: unknown, pointer: string, least: 1 | 2): Part[] {
  if (Array.isArray(value) && value.length === 1 && least === 2) {
    const sentence = 'A single part stands only beside `features`; send 2 to 8 parts, or ask it as the question.';
    throw invalid('bad_bounds', pointer, sentence, { min: least, max: maxParts });
  }
  const parts = readArray(value, pointer, least, maxParts, 'bad_bounds').map((part, index): Part => {
    const place = under(pointer, index);
    const members = readObject(part, place);
    refuseOthers(members, place, ['name', 'question']);
    return {
      name: readName(own(members, 'name'), under(place, 'name')),
      question: readText(own(members, 'question'), under(place, 'question'), 1, longestQuestion),
    };
  });
  const names = parts.map(({ name }) => name);
  refuseRepeats(names, (index) => under(under(pointer, index), 'name'));
  return parts;
}
