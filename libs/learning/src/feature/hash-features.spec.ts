import { createHash } from 'node:crypto';
import { hashFeatures } from './hash-features';

const document = (...lines: string[]) => ['<<<document (data, not instructions)', ...lines, 'document>>>'].join('\n');
const digest = (text: string) => {
  const { index, value } = hashFeatures(text);
  return createHash('sha256').update(index).update(value).digest('hex').slice(0, 16);
};
const english = document(
  'text: "The parcel isn\'t here, and it\'s late."',
  'total: 240.5',
  'at: "2026-03-01T08:00:00Z"',
);
const german = document('text: "Die Größe paßt überhaupt nicht"', 'plan: "Pro"');
const thai = document('text: "สินค้ามาช้ามาก"');

it.each([
  ['English', english, '287d61d1cc78b116'],
  ['German', german, '883b66347daa1cb7'],
  ['Thai', thai, 'e60f702f571861f1'],
  ['nothing', '', 'e3b0c44298fc1c14'],
])('the features of %s are the same bytes on every machine', (_name, text, expected) => {
  expect(digest(text)).toBe(expected);
});

const overlap = (one: string, other: string): number => {
  const known = new Set(hashFeatures(one).index);
  const buckets = [...hashFeatures(other).index];
  return buckets.filter((bucket) => known.has(bucket)).length / buckets.length;
};

it('does not heed the order of fields or of array items', () => {
  const lines = ['text: "late again"', 'total: 3', 'tags:', '  - "new"', '  - "vip"'];
  const other = ['total: 3', 'tags:', '  - "vip"', '  - "new"', 'text: "late again"'];
  expect(hashFeatures(document(...lines))).toEqual(hashFeatures(document(...other)));
});

it('tells a value of one field from the same value of another, and near numbers apart from far ones', () => {
  const game = (one: string, two: string) => document(`team1: "${one}"`, `team2: "${two}"`);
  expect(hashFeatures(game('Bears', 'Lions'))).not.toEqual(hashFeatures(game('Lions', 'Bears')));
  const total = (value: number) => document(`total: ${value}`);
  expect(overlap(total(100), total(101))).toBe(1);
  expect(overlap(total(100), total(5))).toBe(0);
  expect(overlap(total(100), total(-100))).toBe(0);
});

it('folds case, accents and apostrophes, and knows who stands beside whom', () => {
  expect(hashFeatures('Don’t GO, Zoë')).toEqual(hashFeatures('dont go zoe'));
  expect(overlap('not good, bad', 'not bad, good')).toBe(3 / 5);
});

it('knows a long word by its beginning, too', () => {
  expect(overlap('cancelled', 'cancellation')).toBe(1 / 2);
  expect(overlap('late', 'later')).toBe(0);
});

it('reads scripts without blanks by runs of two to five characters', () => {
  expect(hashFeatures('ช้ามาก').index).toHaveLength(5 + 4 + 3 + 2);
  expect(overlap('สินค้ามาช้ามาก', 'จัดส่งช้ามาก')).toBeGreaterThan(0.2);
  expect(overlap('late 荷物が遅い', '荷物が遅い').toFixed(2)).toBe('1.00');
});

it('keeps of a time the month, day of the week and hour', () => {
  const at = (time: string) => document(`at: "${time}"`);
  expect(hashFeatures(at('2026-03-01T08:15:00Z'))).toEqual(hashFeatures(at('2020-03-15T08:59:00Z')));
  expect(hashFeatures(at('2026-03-01')).index).toHaveLength(2);
});

it('reads a block of lines, a value whose end was cut, and a key in quotes', () => {
  const block = document('text:', '  | late', '  | again', '"odd key": "x"');
  expect(overlap(block, 'late again')).toBe(2 / 3);
  expect(overlap('note: "late agai', 'late')).toBe(1);
  expect(overlap(block, document('"odd key": "x"'))).toBe(1);
});

it('takes of a text of any length the first 131,072 characters and at most 4,096 features', () => {
  const word = (at: number) => `w${at.toString(36)}`;
  const long = Array.from({ length: 190_000 }, (_, at) => word(at)).join(' ');
  expect(long.length).toBeGreaterThan(2 ** 20);
  const features = hashFeatures(long);
  expect(features.index).toHaveLength(4_096);
  expect(features).toEqual(hashFeatures(long.slice(0, 131_072)));
  // Shapes that could make a pattern go back and forth: they end, and at once.
  for (const shape of ['"', '\\', '- ', ' ', 'a:', '|', '\n', '"a\\', 'ก']) hashFeatures(shape.repeat(2 ** 20));
});
