import { goalText, nextGoal, rateText, reachedGoals } from './goal';

it('counts towards what the next labels make possible [DASH-06]', () => {
  expect([0, 10, 12, 29].map(goalText)).toEqual([
    '0 of 10 · then a fit can calibrate its numbers',
    '10 of 30 · then a threshold can be recommended',
    '12 of 30 · then a threshold can be recommended',
    '29 of 30 · then a threshold can be recommended',
  ]);
  expect(goalText(30)).toBe('30 of 50 · then the report says whether its numbers beat guessing');
  expect(goalText(1_250)).toMatch(/^1,250 labels · the next fit/);
  expect(nextGoal(50)).toBeUndefined();
});

it('leads to what was reached [DASH-06]', () => {
  const tabs = (labels: number) => reachedGoals(labels).map(({ tab }) => tab);
  expect([9, 10, 30, 50].map(tabs)).toEqual([
    [],
    ['calibration'],
    ['calibration', 'thresholds'],
    ['calibration', 'thresholds', 'calibration'],
  ]);
});

it('gives a rate once there is one [DASH-06]', () => {
  expect([rateText(1, 60_000), rateText(9, 5_000), rateText(20, 120_000)]).toEqual(['', '', ', 10 a minute']);
});
