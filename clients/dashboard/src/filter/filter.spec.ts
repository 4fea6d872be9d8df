import { Chip, chipsOf, filterOf, readFilter, typedValue } from './filter';

const chips: Chip[] = [
  { path: 'answers.late.p', comparison: 'gte', value: '0.5' },
  { path: 'attributes.country', comparison: 'in', value: 'DE, FR' },
  { path: 'attributes.zip', comparison: 'eq', value: '"01234"' },
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
      { 'attributes.zip': { eq: '01234' } },
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
  expect(['12', '-0.5', 'true', '"12"', 'late', '1.2.3'].map(typedValue)).toEqual([
    12,
    -0.5,
    true,
    '12',
    'late',
    '1.2.3',
  ]);
});

it('says in words what is wrong with JSON', () => {
  expect(readFilter(' ')).toBeUndefined();
  expect(() => readFilter('{a')).toThrow('The filter is not JSON');
  expect(() => readFilter('[1]')).toThrow('A filter is a JSON object');
});
