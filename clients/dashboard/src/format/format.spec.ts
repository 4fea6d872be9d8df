import {
  bytesText,
  countText,
  countedText,
  intervalText,
  percentText,
  percentWithin,
  shareText,
  usdText,
} from './number';
import { distanceOf, instantOf, lengthOf, minuteOf, monthOf, setLengthOf } from './time';

const now = Date.parse('2026-11-23T12:00:00Z');

it.each([
  ['2026-11-23T11:57:00Z', '3 min ago'],
  ['2026-11-23T12:00:12Z', 'in 12 s'],
  ['2026-11-20T12:00:00Z', '3 d ago'],
  ['2026-11-23T12:00:00.200Z', 'now'],
  ['never', 'never'],
])('%s is %s', (at, words) => expect(distanceOf(at, now)).toBe(words));

it('names lengths, months, money and sizes', () => {
  expect([setLengthOf(500), setLengthOf(5_000), setLengthOf(600_000)]).toEqual(['0.5 s', '5 s', '10 min']);
  expect([lengthOf(0), lengthOf(59_999), lengthOf(7_200_000)]).toEqual(['0 s', '1 min', '2 h']);
  expect(monthOf(now)).toBe('2026-11');
  expect([usdText(0), usdText(0.0012), usdText(12.5), usdText(null)]).toEqual(['$0.00', '$0.0012', '$12.50', '–']);
  expect([bytesText(0), bytesText(1023), bytesText(1536)]).toEqual(['0 bytes', '1023 bytes', '1.5 KiB']);
});

it('shows a dash where there is no number, never a zero', () => {
  expect([shareText(null), percentText(undefined), countText(null), intervalText(null)]).toEqual(['–', '–', '–', '']);
  expect([shareText(0.5), percentText(0.123), countText(12_430), intervalText([0.1, 0.25])]).toEqual([
    '0.500',
    '12.3 %',
    '12,430',
    '0.100 to 0.250',
  ]);
});

it('counts one thing in the singular, and none or many in the plural', () => {
  const texts = [0, 1, 1.001, 1.5, 1_204].map((count) => countedText(count, 'label'));
  expect(texts).toEqual(['0 labels', '1 label', '1 label', '1.5 labels', '1,204 labels']);
  expect([countedText(1, 'delivery'), countedText(2, 'delivery'), countedText(2, 'day')]).toEqual([
    '1 delivery',
    '2 deliveries',
    '2 days',
  ]);
  expect(countedText(null, 'unit')).toBe('– units');
});

it('shows a share and its interval in one unit', () => {
  expect(percentWithin(0.23, [0.181, 0.289])).toBe('23.0 % (18.1 % to 28.9 %)');
  expect([percentWithin(0.5, null), percentWithin(null, undefined)]).toEqual(['50.0 %', '–']);
});

it('reads a moment from a field as UTC, and nothing from an empty one', () => {
  expect(minuteOf(now)).toBe('2026-11-23T12:00');
  expect([instantOf(minuteOf(now)), instantOf('')]).toEqual(['2026-11-23T12:00:00.000Z', undefined]);
});
