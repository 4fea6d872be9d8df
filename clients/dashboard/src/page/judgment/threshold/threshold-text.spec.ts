import { thresholdText } from './threshold-text';

it('says of each kind of threshold when it is true', () => {
  expect(thresholdText(0.62)).toBe('p ≥ 0.62');
  expect(thresholdText({ option: 'refund', gte: 0.4 })).toBe('share of “refund” ≥ 0.4');
  expect(thresholdText({ field: 'escape_p', lte: 0.1 })).toBe('escape p ≤ 0.1');
  expect(thresholdText({ feature: 'orders', gte: 2, lte: 9 })).toBe('orders ≥ 2 and ≤ 9');
});
