import { pointAt } from './curve-point';

it('takes the point that flags the same labels as a value [THR-01]', () => {
  const curve = [0.9, 0.5, 0.1].map((threshold) => ({ threshold }));
  const at = (value: number) => pointAt(curve, value)?.threshold;
  expect([at(0.05), at(0.1), at(0.3), at(0.5), at(0.91)]).toEqual([0.1, 0.1, 0.5, 0.5, undefined]);
});
