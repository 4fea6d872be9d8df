import { isRounded, readJson, roundedNumber, roundedText } from './exact-json';

it.each([
  ['9007199254740991', false],
  ['9007199254740993', true],
  ['-9007199254740993', true],
  ['9007199254740992', false],
  ['12345678901234567', true],
  ['1e300', false],
  ['1e400', true],
  ['100000000000000000000', false],
  ['0.1234567890123456789', false],
  ['1.5e3', false],
])('%s is rounded: %s [DOC-02]', (digits, is) => {
  expect(isRounded(digits)).toBe(is);
});

it('names the number that a JSON text would lose, and none within strings [DOC-02]', () => {
  const text = '{"id": "9007199254740993", "said \\" 9007199254740993": 1, "n": [1, 9007199254740993]}';
  const rounded = roundedNumber(text);
  expect(rounded).toMatchObject({ digits: '9007199254740993' });
  expect(text.slice(rounded?.from, rounded?.to)).toBe('9007199254740993');
  expect(() => readJson(text)).toThrow('9007199254740993 would be rounded to 9007199254740992: type it in quotes');
  expect(rounded && roundedText(rounded)).toContain('as text');
  expect(readJson('{"a": [1, "9007199254740993"]}')).toEqual({ a: [1, '9007199254740993'] });
  expect(() => readJson('{a')).toThrow(SyntaxError);
});
