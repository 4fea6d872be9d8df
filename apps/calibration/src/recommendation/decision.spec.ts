import { decisionView, inForceOn } from './decision';
import { recommend } from './recommendation';

/** 100 labels: the half that reads 0.8 comes true four times in five, the other half once in ten. */
const y = Float64Array.from({ length: 100 }, (_, at) => (at < 50 ? (at % 5 === 0 ? 0 : 1) : at % 10 === 0 ? 1 : 0));
const labels = { p: y.map((_, at) => (at < 50 ? 0.8 : 0.2)), y, weights: null, units: y.map((_, at) => at) };
const costs = { target: 'cost', costFalsePositive: 1, costFalseNegative: 4 } as const;

it('thresholds in force are compared where they flag by the same number, from a value on [ST-F13]', () => {
  const thresholds = { alarm: 0.6, low: { feature: 'amount', gte: 1 } };
  expect(inForceOn('p', thresholds)).toEqual([{ name: 'alarm', at: 0.6 }]);
  const chosen = {
    refund: { option: 'refund', gte: 0.5 },
    seldom: { option: 'refund', lte: 0.1 },
    other: { option: 'other', gte: 0.3 },
  };
  expect(inForceOn('dist.refund', chosen)).toEqual([{ name: 'refund', at: 0.5 }]);
  expect(inForceOn('score', { high: { field: 'score', gte: 3 }, part: { field: 'normalized', gte: 0.5 } })).toEqual([
    { name: 'high', at: 3 },
  ]);
});

it('the recommended threshold stands beside those in force, none and all, with what it saves [ST-F13]', () => {
  const { rows, curve } = decisionView(labels, costs, { recommended: 0.8, inForce: [{ name: 'alarm', at: 0.9 }] });
  const [own, alarm, none, all] = rows;
  // Of 45 positives 40 read 0.8, and so do ten negatives.
  expect(own).toMatchObject({ flags: 'recommended', threshold: 0.8, cost: 0.3, saves: null, saves_interval: null });
  expect(alarm).toMatchObject({ flags: 'in_force', name: 'alarm', threshold: 0.9, cost: 1.8, saves: 1.5 });
  expect(alarm.saves_interval?.[0]).toBeGreaterThan(0.8);
  expect(none).toMatchObject({ flags: 'none', threshold: null, cost: 1.8 });
  expect(all).toMatchObject({ flags: 'all', threshold: null, cost: 0.55 });
  expect(all.saves).toBeCloseTo(0.25, 9);
  expect(curve.map(({ threshold, cost }) => [threshold, cost])).toEqual([
    [null, 1.8],
    [0.8, 0.3],
    [0.2, 0.55],
  ]);
});

it('belongs to a target of cost alone [ST-F13]', () => {
  expect(recommend(labels, costs, null, { inForce: [] }).decision?.rows).toHaveLength(3);
  expect(recommend(labels, { target: 'recall', atLeast: 0.5 }).decision).toBeNull();
});
