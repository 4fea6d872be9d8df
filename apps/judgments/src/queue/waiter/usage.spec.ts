import { usageOf } from './usage';

it('counts a judgment whose name every object has as a member [defect S-L1]', () => {
  const billed = ['constructor', 'late', 'constructor', '__proto__'].map((judgmentName) => ({
    judgmentName,
    units: 0.25,
    tokens: 10,
    costUsd: 0.0005,
  }));
  const { by_judgment, ...sum } = usageOf(billed);
  expect(sum).toEqual({ judgment_units: 1, tokens: 40, cost_usd: 0.002 });
  expect(Object.entries(by_judgment)).toEqual([
    ['constructor', 0.5],
    ['late', 0.25],
    ['__proto__', 0.25],
  ]);
});
