import { byChance, flaggedOnly } from '@app/testing/world';
import { weightedShare } from '../threshold/performance';
import { postStratify, tenthOf } from './post-stratify';

const worlds = process.env.LONG === '1' ? 2_000 : 60;

/** Answers by tenth of their reads. */
const tenthsOf = (reads: readonly number[]) => {
  const counts = new Array<number>(10).fill(0);
  for (const p of reads) counts[tenthOf(p)] += 1;
  return counts;
};

describe('weights by tenth of the reads', () => {
  it('count a read at the edge of a tenth in it, however floating point writes the edge [CAL-10]', () => {
    expect([0.3, 1 - 0.7, (3.8 - 1) / 4, 0.29, 1, 0].map(tenthOf)).toEqual([3, 3, 7, 2, 9, 0]);
  });

  it('give each tenth its share of the answers, and sum to the number of labels [CAL-10]', () => {
    const x = [0.05, 0.05, 0.05, 0.05, 0.05, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95];
    const { weights, strata, unlabelled } = postStratify(x.map(tenthOf), null, [60, 0, 0, 0, 20, 0, 0, 0, 0, 20]);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(12, 12);
    expect(weights.slice(0, 5).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(12 * 0.75, 12);
    expect(strata).toEqual([
      { from: 0, to: 1, labels: 5, answers: 0.6 },
      { from: 1, to: 9, labels: 0, answers: 0.2 },
      { from: 9, to: 10, labels: 7, answers: 0.2 },
    ]);
    expect(unlabelled).toBeCloseTo(0.2, 12);
  });

  it('join a tenth of fewer than five labels to the neighbour with fewer, and keep weights of the queue in proportion [CAL-10]', () => {
    const x = [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.25, 0.25, 0.35, 0.35, 0.35, 0.35, 0.35];
    const queue = x.map((_, row) => (row < 3 ? 3 : 1));
    const { weights, strata } = postStratify(x.map(tenthOf), queue, [0, 50, 30, 20, 0, 0, 0, 0, 0, 0]);
    expect(strata.filter(({ labels }) => labels > 0)).toEqual([
      { from: 1, to: 2, labels: 6, answers: 0.5 },
      { from: 2, to: 4, labels: 7, answers: 0.5 },
    ]);
    expect(weights[0]).toBeCloseTo(3 * weights[5], 12);
  });

  it('make the base rate of labels by p that of all answers, which the plain share misses [CAL-01]', () => {
    let [covered, plain] = [0, 0];
    for (let seed = 1; seed <= worlds; seed += 1) {
      const { answers, labels, population } = byChance.make(seed);
      const truth = population.reduce((sum, { q }) => sum + q, 0) / population.length;
      const [x, y] = [labels.map(({ p }) => p), labels.map(({ came }) => (came ? 1 : 0))];
      const { weights, unlabelled } = postStratify(x.map(tenthOf), null, tenthsOf(answers.map(({ p }) => p)));
      const holds = ([low, high]: readonly number[] = [1, 0]) => low <= truth && truth <= high;
      expect(unlabelled).toBe(0);
      if (holds(weightedShare({ y, weights })?.interval)) covered += 1;
      if (holds(weightedShare({ y })?.interval)) plain += 1;
    }
    expect(covered / worlds).toBeGreaterThanOrEqual(0.93 - 3 * Math.sqrt((0.93 * 0.07) / worlds));
    expect(plain / worlds).toBeLessThan(0.05);
  });

  it('say which share of the answers has no label near it [CAL-01]', () => {
    const { answers, labels } = flaggedOnly.make(1);
    const { unlabelled } = postStratify(
      labels.map(({ p }) => tenthOf(p)),
      null,
      tenthsOf(answers.map(({ p }) => p)),
    );
    expect(unlabelled).toBeCloseTo(answers.filter(({ p }) => p < 0.3).length / answers.length, 1);
  });
});
