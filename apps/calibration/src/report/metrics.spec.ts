import fc from 'fast-check';
import golden from '../../fixtures/metrics.json';
import { clipped, likeliest, nearestLevel, scoresOfBool, scoresOfClasses } from './metrics';

describe('the reference cases of metrics', () => {
  it.each(golden.cases)('$id $note', ({ input, expected, tolerance }) => {
    const scores = scoresOfBool(input.p, input.y, input.weights);
    for (const name of ['logLoss', 'brier', 'accuracy'] as const) {
      const want = expected[name];
      expect(Math.abs((scores[name] ?? NaN) - want)).toBeLessThanOrEqual(
        tolerance.abs + tolerance.rel * Math.abs(want),
      );
    }
  });
});

describe('scoresOfClasses', () => {
  it('is what bool says of two classes, twice its Brier', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(p, fc.boolean()), { minLength: 1, maxLength: 20 }), (pairs) => {
        const y = pairs.map(([, yes]) => (yes ? 1 : 0));
        const bool = scoresOfBool(
          pairs.map(([one]) => one),
          y,
        );
        // Yes comes first, so that equals are yes, as 0.5 is.
        const classes = scoresOfClasses(
          pairs.map(([one]) => [one, 1 - one]),
          y.map((one) => 1 - one),
        );
        expect(classes.logLoss).toBeCloseTo(bool.logLoss ?? NaN, 9);
        expect((classes.brier ?? NaN) / 2).toBeCloseTo(bool.brier ?? NaN, 9);
        expect(classes.accuracy).toBe(bool.accuracy);
      }),
    );
  });

  it('scores the escape as one more class', () => {
    const scores = scoresOfClasses([[0.2, 0.1, 0.7]], [2]);
    expect(scores.logLoss).toBeCloseTo(-Math.log(0.7), 12);
    expect(scores.brier).toBeCloseTo(0.04 + 0.01 + 0.09, 12);
    expect(scores.accuracy).toBe(1);
  });

  it('has no value without labels', () => {
    const none = { logLoss: null, brier: null, accuracy: null };
    expect(scoresOfClasses([], [])).toEqual(none);
    expect(scoresOfBool([], [])).toEqual(none);
  });
});

describe('helpers', () => {
  it('clips for logs only, and takes the first of equals', () => {
    expect([clipped(0), clipped(1), clipped(0.3)]).toEqual([1e-6, 1 - 1e-6, 0.3]);
    expect(likeliest([0.4, 0.4, 0.2])).toBe(0);
    expect([1.4, 1.5, 9].map((value) => nearestLevel([1, 2, 5], value))).toEqual([0, 0, 2]);
  });
});
