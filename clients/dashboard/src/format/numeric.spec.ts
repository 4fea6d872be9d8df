import { isNumeric } from './numeric';

it.each([
  [['1,204', '3']],
  [[4, 12.5]],
  [['$0.5320', '–']],
  [['23.0 % (18.1 % to 28.9 %)', '–']],
  [['0.459 (0.386 to 0.548)', '−0.010']],
  [['5 s', '2 min']],
])('a column of %j stands on the right', (cells) => expect(isNumeric(cells)).toBe(true));

it.each([[['1', 'none']], [['–', '–']], [[]], [['3 min ago']], [['2026-11-28']], [[null]], [['10 documents']]])(
  'a column of %j stands on the left',
  (cells) => expect(isNumeric(cells)).toBe(false),
);
