import { randomOf } from '../random/random';
import { answersMoved } from './answers-moved';

const isLong = process.env.LONG === '1';

describe('answers of now beside those of before', () => {
  it('that are the same have not moved, whatever the number of earlier counts [ST-F1]', () => {
    const counts = [10, 20, 30, 40];
    for (const before of [[counts], [counts, counts.map((one) => 3 * one)]]) {
      const found = answersMoved(counts, before);
      expect(found?.psi).toBeLessThan(0.001);
      expect(found?.p).toBeCloseTo(1, 9);
    }
  });

  it('have the index and the chi-square of two samples [ST-F1]', () => {
    const [now, before] = [
      [300, 700],
      [500, 500],
    ];
    const [a, b] = [300.5 / 1001, 0.5];
    const psi = (a - b) * Math.log(a / b) + (b - a) * Math.log((1 - a) / (1 - b));
    const found = answersMoved(now, [before]);
    expect(found?.psi).toBeCloseTo(psi, 12);
    // Pooled share 0.4: the square is (0.2 / sqrt(0.4 x 0.6 x 2 / 1000))^2 = 83.3.
    expect(found?.p).toBeLessThan(1e-15);
    const near = answersMoved([48, 52], [[52, 48]]);
    // The square is 0.32 with one degree of freedom.
    expect(near?.p).toBeCloseTo(0.5716, 4);
  });

  it('are not compared without answers; strata of few are looked at together, and an empty one is no infinity [ST-F1]', () => {
    expect(answersMoved([0, 0], [[1, 2]])).toBeNull();
    expect(answersMoved([1, 2], [[0, 0]])).toBeNull();
    expect(answersMoved([1, 2], [])).toBeNull();
    expect(answersMoved([2, 0], [[0, 2]])).toMatchObject({ p: 1, psi: expect.any(Number) });
    expect(Number.isFinite(answersMoved([100, 0], [[0, 100]])?.psi)).toBe(true);
  });

  it('that are drawn from the same ones fall below a p of 0.05 in about one count of twenty [ST-F1]', () => {
    const random = randomOf(3);
    const times = isLong ? 4_000 : 400;
    const drawn = (n: number) => {
      const counts = new Array<number>(10).fill(0);
      for (let at = 0; at < n; at += 1) counts[Math.min(9, Math.floor(10 * random.uniform() ** 2))] += 1;
      return counts;
    };
    const low = Array.from({ length: times }, () => answersMoved(drawn(300), [drawn(500)])?.p ?? 0);
    const share = low.filter((p) => p < 0.05).length / times;
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(isLong ? 0.065 : 0.09);
  });
});
