import { calibratedGist, figureRows } from './answer-figures';

it('shows each option of a choice, raw beside calibrated, with what stands for none of them [ANS-02] [ANS-08]', () => {
  const raw = { dist: { refund: 0.2, parcel: 0.5 }, escape_p: 0.3 };
  const calibrated = { dist: { refund: 0.1, parcel: 0.6 }, escape_p: 0.3 };
  expect(figureRows('choice', raw, calibrated)).toEqual([
    { name: 'parcel', raw: 0.5, calibrated: 0.6, isShare: true },
    { name: 'refund', raw: 0.2, calibrated: 0.1, isShare: true },
    { name: 'none of these', raw: 0.3, calibrated: 0.3, isShare: true },
  ]);
});

it('sums up the options past ten', () => {
  const dist = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`d${n}`, (300 - n) / 45_150]));
  const rows = figureRows('choice', { dist }, null);
  expect([rows.length, rows[10].name, rows[10].calibrated]).toEqual([11, '290 more', null]);
  expect(rows.reduce((sum, { raw }) => sum + (raw ?? 0), 0)).toBeCloseTo(1);
});

it('shows the score and each level in order, and of a bool the yes; null before it was judged', () => {
  const score = { score: 3.2, dist: { '10': 0.1, '2': 0.9 } };
  expect(figureRows('score', score, null).map(({ name, raw, isShare }) => [name, raw, isShare])).toEqual([
    ['score', 3.2, false],
    ['2', 0.9, true],
    ['10', 0.1, true],
  ]);
  expect(figureRows('bool', { p: 0.5 }, { p: 0.9 })).toEqual([
    { name: 'yes', raw: 0.5, calibrated: 0.9, isShare: true },
  ]);
  expect(figureRows('bool', { p: null }, null)).toMatchObject([{ raw: null, calibrated: null }]);
  expect(figureRows('choice', { dist: null, escape_p: null }, null)).toEqual([]);
});

it('says what the fit makes of an answer [ANS-08]', () => {
  const gist = (type: 'bool' | 'choice' | 'score', calibrated: object | null) => calibratedGist({ type, calibrated });
  expect([gist('bool', { p: 0.98412 }), gist('score', { score: 3.456 }), gist('choice', { value: 'a' })]).toEqual([
    '0.984',
    '3.46',
    'a',
  ]);
  expect([gist('choice', { value: null }), gist('bool', null), gist('score', {})]).toEqual(['none of these', '', '']);
});
