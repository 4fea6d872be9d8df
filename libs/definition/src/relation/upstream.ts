import { invalid } from '@app/problem';
import {
  own,
  readArray,
  readName,
  readNumber,
  readObject,
  readOneOf,
  refuseOthers,
  refuseRepeats,
  under,
} from '../reading/member';
import type { Members } from '../reading/member';
import { answerKey, upstreamFields } from './answer';
import type { UpstreamAnswer } from './answer';

const maxAnswers = 8;
const maxBands = 10;
const maxEdge = 1e6;
const forms = ['bands', 'cut', 'value'] as const;

/**
 * Reads the answers of other judgments that a relation shows. Names and types are checked where the judgments are known.
 * @throws Problem `invalid_request`
 */
export function parseUpstreamAnswers(value: unknown, pointer: string): UpstreamAnswer[] {
  const answers = readArray(value, pointer, 1, maxAnswers).map((answer, index) =>
    parseOne(answer, under(pointer, index)),
  );
  refuseRepeats(answers.map(answerKey), (index) => under(under(pointer, index), 'judgment'));
  return answers;
}

function parseOne(value: unknown, pointer: string): UpstreamAnswer {
  const members = readObject(value, pointer);
  const sent = forms.filter((form) => Object.hasOwn(members, form));
  const [form] = sent;
  if (form === undefined || sent.length > 1) {
    const sentence = 'An answer is read in one form: `bands` of numbers, a `cut`, or `value: true` of a choice.';
    throw invalid(form === undefined ? 'missing_field' : 'bad_bounds', pointer, sentence);
  }
  refuseOthers(members, pointer, ['judgment', form, ...(form === 'value' ? [] : ['field'])]);
  const judgment = readName(own(members, 'judgment'), under(pointer, 'judgment'));
  const place = under(pointer, form);
  if (form === 'value') {
    if (members.value === true) return { judgment, value: true };
    throw invalid('bad_type', place, '`value` is true: the option that the choice chose is read.');
  }
  const field = Object.hasOwn(members, 'field')
    ? { field: readOneOf(members.field, under(pointer, 'field'), upstreamFields) }
    : {};
  if (form === 'cut') return { judgment, ...field, cut: readNumber(members.cut, place, -maxEdge, maxEdge) };
  return { judgment, ...field, bands: readBands(members, place) };
}

function readBands(members: Members, pointer: string): number[] {
  const bands = readArray(members.bands, pointer, 1, maxBands, 'bad_bounds').map((edge, index) =>
    readNumber(edge, under(pointer, index), -maxEdge, maxEdge),
  );
  bands.forEach((edge, index) => {
    const before = bands[index - 1];
    if (before === undefined || edge > before) return;
    throw invalid('bad_bounds', under(pointer, index), 'The edges of bands must ascend; put them in order.');
  });
  return bands;
}
