import { agreement } from './agreement';

const shown = (found: Parameters<typeof agreement>[0]['agreement']) => agreement({ agreement: found }).text;

it('the page says how far labellers agree, and nothing where too few answers have two [CAL-01]', () => {
  const found = { alpha: 0.7134, interval: [0.55, 0.83] as [number, number], answers: 42, authors: 2 };
  expect(shown(found)).toContain('Agreement of 2 labellers: alpha 0.713 (0.550 to 0.830) on 42 answers.');
  expect(shown({ ...found, alpha: null, interval: null })).toContain('every label has the same value on 42 answers');
  expect([shown(null), shown(undefined)]).toEqual(['', '']);
});
