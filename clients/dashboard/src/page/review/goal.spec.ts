import { goalText, rateText } from './goal';

it('says what the next labels make possible [DASH-06]', () => {
  expect(goalText(0)).toContain('10 more until the first fit');
  expect(goalText(10)).toContain('20 more until a recommended threshold');
  expect(goalText(49)).toContain('1 more until the calibration error');
  expect(goalText(50)).toContain('the next fit');
});

it('gives a rate once there is one [DASH-06]', () => {
  expect([rateText(1, 60_000), rateText(9, 5_000), rateText(20, 120_000)]).toEqual(['', '', ', 10 a minute']);
});
