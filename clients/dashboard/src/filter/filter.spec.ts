import { Chip, chipsOf, filterOf, isTextOfDigits, readFilter, typedValue } from './filter';

const chips: Chip[] = [
  { path: 'answers.late.p', comparison: 'gte', value: '0.5' },
  { path: 'attributes.country', comparison: 'in', value: 'DE, FR' },
  { path: 'attributes.zip', comparison: 'eq', value: '"1234"' },
  { path: 'answers.late.thresholds.alarm', comparison: 'eq', value: 'true' },
];

it('makes the grammar of the contract, and the same chips of it again', () => {
  expect(filterOf([])).toBeUndefined();
  expect(filterOf(chips.slice(0, 1))).toEqual({ 'answers.late.p': { gte: 0.5 } });
  const filter = filterOf(chips);
  expect(filter).toEqual({
    all: [
      { 'answers.late.p': { gte: 0.5 } },
      { 'attributes.country': { in: ['DE', 'FR'] } },
      { 'attributes.zip': { eq: '1234' } },
      { 'answers.late.thresholds.alarm': { eq: true } },
    ],
  });
  expect(chipsOf(filter)).toEqual(chips);
});

it('reads short conditions as chips, and leaves what chips cannot say to JSON', () => {
  expect(chipsOf({ 'attributes.country': 'DE', 'answers.late.p': { gt: 0.1, lt: 0.9 } })).toHaveLength(3);
  expect(chipsOf({ any: [{ a: 1 }] })).toBeNull();
  expect(chipsOf({ all: [{ not: { a: 1 } }] })).toBeNull();
  expect(chipsOf({ a: { near: '7d' } })).toBeNull();
  expect(chipsOf({ a: { in: ['Berlin, Germany'] } })).toBeNull();
  const young = { all: [{ created_at: { within: '7d' } }, { 'attributes.country': { nin: ['DE', 'FR'] } }] };
  expect(filterOf(chipsOf(young) ?? [])).toEqual(young);
});

it('takes numbers and booleans as such, and text in quotes as text', () => {
  expect(['12', '-0.5', 'true', '"12"', 'late', '1.2.3'].map((text) => typedValue(text))).toEqual([
    12,
    -0.5,
    true,
    '12',
    'late',
    '1.2.3',
  ]);
});

it('keeps digits that a number would lose as text, and writes them back as they were typed [DOC-02]', () => {
  const digits = ['01234', '-007', '12345678901234567', '9007199254740993', '1e400'];
  expect(digits.map((each) => typedValue(each))).toEqual(digits);
  expect(['0', '0.5', '-0.25', '9007199254740991', '1e3'].map((each) => typedValue(each))).toEqual([
    0, 0.5, -0.25, 9007199254740991, 1000,
  ]);
  for (const value of digits) {
    const filter = { 'attributes.zip': { eq: value } };
    expect(filterOf(chipsOf(filter) ?? [])).toEqual(filter);
  }
});

it('compares with the kind of value that sampled documents hold [DOC-02]', () => {
  const kinds = { 'attributes.zip': 'text', 'state.total': 'number' } as const;
  const kindOf = (path: string) => kinds[path as keyof typeof kinds];
  const chip = (path: string, value: string, comparison: Chip['comparison'] = 'eq'): Chip => ({
    path,
    comparison,
    value,
  });
  expect(filterOf([chip('attributes.zip', '1234')], kindOf)).toEqual({ 'attributes.zip': { eq: '1234' } });
  expect(filterOf([chip('attributes.zip', '1234, true', 'in')], kindOf)).toEqual({
    'attributes.zip': { in: ['1234', 'true'] },
  });
  expect(filterOf([chip('attributes.zip', '"1234"')], kindOf)).toEqual({ 'attributes.zip': { eq: '1234' } });
  expect(
    [chip('attributes.zip', '1234'), chip('a', '007')].map((each) => isTextOfDigits(each, kindOf(each.path))),
  ).toEqual([true, true]);
  expect(isTextOfDigits(chip('state.total', '007'), 'number')).toBe(false);
  expect(filterOf([chip('state.total', '007', 'gte')], kindOf)).toEqual({ 'state.total': { gte: 7 } });
  expect(filterOf([chip('state.total', '9007199254740993')], kindOf)).toEqual({
    'state.total': { eq: '9007199254740993' },
  });
});

it('says in words what is wrong with JSON', () => {
  expect(readFilter(' ')).toBeUndefined();
  expect(() => readFilter('{a')).toThrow('The filter cannot be read');
  expect(() => readFilter('{"a": 9007199254740993}')).toThrow('9007199254740993 would be rounded');
  expect(() => readFilter('[1]')).toThrow('A filter is a JSON object');
});
