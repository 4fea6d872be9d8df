import fc from 'fast-check';
import { sizeClassOf } from './size-class';
import { splitUnits, unitsOf } from './units';

const units = (contextTokens: number, questionTokens: number[], weight = 1) =>
  unitsOf({ contextTokens, questionTokens, weight }).units;

describe('unitsOf', () => {
  it('counts by the tokens of context and question together [BILL-02]', () => {
    expect([2_000, 2_001, 8_000, 8_001, 32_000].map((tokens) => units(tokens - 100, [100]))).toEqual([1, 4, 4, 16, 16]);
    expect(() => units(31_901, [100])).toThrow(expect.objectContaining({ code: 'too_large' }));
    expect(() => units(31_000, [100, 1_001])).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('counts the first question in full, each further one by quarters and its class [BILL-03]', () => {
    expect(units(300, [40, 40, 40])).toBe(1.5);
    expect(units(5_000, [40, 40])).toBe(5);
    expect(units(20_000, [40, 40])).toBe(20);
    expect([500, 501, 1_000, 1_001].map((tokens) => units(300, [40, tokens]))).toEqual([1.25, 1.5, 1.5, 1.75]);
  });

  it('multiplies by the weight and then rounds up to a quarter [BILL-04]', () => {
    expect(units(300, [40, 40], 2.5)).toBe(3.25);
    expect(units(300, [40], 1.1)).toBe(1.25);
    expect(units(300, [40], 0.1)).toBe(0.25);
  });
});

describe('splitUnits', () => {
  it('gives each question its own units when nothing was rounded', () => {
    expect(splitUnits(unitsOf({ contextTokens: 300, questionTokens: [40, 501], weight: 1 }))).toEqual([1, 0.5]);
  });

  it('gives a quarter that is left over to the largest remainder', () => {
    expect(splitUnits({ perQuestion: [1, 0.25], units: 3.25 })).toEqual([2.5, 0.75]);
    expect(splitUnits({ perQuestion: [1, 1], units: 2.25 })).toEqual([1.25, 1]);
  });

  it('gives shares in whole quarters that add up to the total, each within a quarter of its exact share [BILL-03] [BILL-04]', () => {
    const tokens = fc.integer({ min: 1, max: 4_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 28_000 }),
        fc.array(tokens, { minLength: 1, maxLength: 32 }),
        fc.constantFrom(1, 2.5, 1.1, 0.3),
        (contextTokens, questionTokens, weight) => {
          const rated = unitsOf({ contextTokens, questionTokens, weight });
          const shares = splitUnits(rated);
          const whole = rated.perQuestion.reduce((a, b) => a + b, 0);
          expect(shares.reduce((a, b) => a + b, 0)).toBe(rated.units);
          shares.forEach((share, index) => {
            expect(Number.isInteger(share * 4)).toBe(true);
            expect(Math.abs(share - (rated.units * rated.perQuestion[index]) / whole)).toBeLessThan(0.25);
          });
        },
      ),
    );
  });
});

describe('sizeClassOf', () => {
  it('names the three classes', () => {
    expect([0, 2_001, 8_001].map((tokens) => sizeClassOf(tokens).name)).toEqual(['standard', 'large', 'extra_large']);
  });
});
