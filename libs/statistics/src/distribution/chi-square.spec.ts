import { chiSquareUpper } from './chi-square';
import { normalUpper } from './normal';

describe('the tail of chi-square', () => {
  it('of two degrees is exp(-x / 2), of four that times 1 + x / 2 [CAL-10]', () => {
    for (const x of [0.1, 1, 3, 10, 60]) {
      expect(chiSquareUpper(x, 2)).toBeCloseTo(Math.exp(-x / 2), 13);
      expect(chiSquareUpper(x, 4)).toBeCloseTo(Math.exp(-x / 2) * (1 + x / 2), 13);
    }
  });

  it('of one degree is both tails of the normal [CAL-10]', () => {
    for (const z of [0.2, 1, 1.96, 4]) expect(chiSquareUpper(z * z, 1)).toBeCloseTo(2 * normalUpper(z), 12);
    expect(chiSquareUpper(0, 9)).toBe(1);
  });
});
