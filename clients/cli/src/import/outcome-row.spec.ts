import { outcomeOf, valueOf } from './outcome-row';

const columns = { document: 'id', value: 'value', escape: 'escape', none: '-' };
const latest = { document: 'a', as_of: 'latest' };
const row = (value: unknown, escape?: unknown) => outcomeOf({ id: 'a', value, escape }, columns, 'choice');

it('a row of a choice can say that none of the options was right, by a column or by a word', () => {
  expect(row('refund')).toEqual({ ...latest, value: 'refund' });
  expect(row('refund', 'false')).toEqual({ ...latest, value: 'refund' });
  for (const said of ['true', 'YES', '1', true]) expect(row('', said)).toEqual({ ...latest, escape: true });
  expect(row('-')).toEqual({ ...latest, escape: true });
  expect(() => row('refund', 'true')).toThrow('leave one of them empty');
  expect(() => row('', 'perhaps')).toThrow('"perhaps" in "escape" must be true, false or empty.');
  // An empty cell is no answer, and not "none of these".
  expect(() => row('')).toThrow('is no outcome of a choice judgment');
});

it.each<[string, unknown, unknown]>([
  ['choice', ' refund ', ' refund '],
  ['choice', 10, '10'],
  ['score', '4.5', 4.5],
  ['score', '+.5', 0.5],
  ['score', '-0.0', -0],
  ['score', 3, 3],
  ['bool', ' Yes', true],
  ['bool', 0, false],
])('of a %s %j is %j', (type, cell, value) => expect(valueOf(cell, type)).toBe(value));

it.each([
  ['score', '1e999', 'more digits'],
  ['score', '0.1234567890123456789012', 'more digits than a number keeps: round it.'],
  ['score', '9007199254740993', 'more digits'],
  ['score', '0x10', '"0x10" is no outcome of a score judgment.'],
  ['choice', { a: 1 }, '{"a":1} is no outcome.'],
  ['bool', 'constructor', 'is no outcome'],
])('of a %s %j is refused', (type, cell, sentence) => expect(() => valueOf(cell, type)).toThrow(sentence));
