import { Problem } from '@app/problem';
import fc from 'fast-check';
import billing from '../../fixtures/billing.json';
import { unitsOf } from '../units/units';
import { priceOf, roundUsd } from './price';

/** The outcome of one request in the form of the fixture: its units and price, or the refusal. */
function rate(
  usedBefore: number,
  weight: number,
  request: { contextTokens: number; questionTokens: number[] },
  tiers: (typeof billing.cases)[number]['input']['tiers'],
) {
  try {
    const rated = unitsOf({ ...request, weight });
    return { ...rated, costUsd: priceOf(usedBefore, rated.units, tiers) };
  } catch (error) {
    if (error instanceof Problem) return { error: error.code };
    throw error;
  }
}

describe('the reference cases of billing', () => {
  it.each(billing.cases)('$id $note [BILL-02] [BILL-03] [BILL-04]', ({ input, expected }) => {
    let used = input.usedBefore;
    const requests = input.requests.map((request) => {
      const rated = rate(used, input.weight, request, input.tiers);
      if ('units' in rated) used += rated.units;
      return rated;
    });
    expect({ requests, usedAfter: used }).toEqual(expected);
  });
});

const tiers = [
  { upTo: '10', usdPerJudgment: '0' },
  { upTo: '100', usdPerJudgment: '0.0025' },
  { upTo: null, usdPerJudgment: '0.00175' },
];

describe('priceOf', () => {
  it('costs the same in one request or in several', () => {
    const quarters = fc.integer({ min: 0, max: 800 }).map((n) => n / 4);
    fc.assert(
      fc.property(quarters, quarters, quarters, (used, first, second) => {
        const apart = Number(priceOf(used, first, tiers)) + Number(priceOf(used + first, second, tiers));
        expect(Number(priceOf(used, first + second, tiers))).toBeCloseTo(apart, 9);
      }),
    );
  });

  it('refuses to price past the last tier', () => {
    expect(() => priceOf(9, 2, tiers.slice(0, 1))).toThrow(RangeError);
  });
});

describe('roundUsd', () => {
  it('rounds half up to a millionth', () => {
    expect(['0.0000005', '0.00000049', '0.0214375', '0'].map(roundUsd)).toEqual([0.000001, 0, 0.021438, 0]);
  });
});
