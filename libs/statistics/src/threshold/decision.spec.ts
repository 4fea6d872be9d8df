import fc from 'fast-check';
import { decisionOf } from './decision';
import { exact, labelled, plateau, truthOf } from './populations.fake';
import { recommendThreshold } from './recommendation';

const isLong = process.env.LONG === '1';
const runs = isLong ? 400 : 20;
const costs = { costFalsePositive: 1, costFalseNegative: 4 };

/** Expected cost of an answer over the whole population. */
function costIn(population: ReturnType<typeof exact>): (threshold: number | null) => number {
  const truth = truthOf(population);
  const all = truth(-1);
  return (threshold) => {
    if (threshold === null) return costs.costFalseNegative * all.precision;
    const { precision, recall } = truth(threshold);
    const found = recall * all.precision;
    const flagged = Number.isNaN(precision) ? 0 : found / precision;
    return costs.costFalsePositive * (flagged - found) + costs.costFalseNegative * (all.precision - found);
  };
}

describe('what thresholds cost an answer', () => {
  it.each([exact(-1, 1), plateau(0.5, 0.3)])(
    'is counted held out: the truth lies in the intervals: $name [ST-F13]',
    (population) => {
      const cost = costIn(population);
      let [covered, saved, held, own] = [0, 0, 0, 0];
      for (let seed = 1; seed <= runs; seed += 1) {
        const labels = labelled(population, 200, seed);
        const found = decisionOf(labels, costs, [0.5, null, -Infinity]);
        const { threshold, cost: sum } = recommendThreshold(labels, { target: 'cost', ...costs });
        const inside = (interval: readonly number[] | null, truth: number) =>
          interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0;
        covered += found.others.reduce((count, { interval, threshold: at }) => count + inside(interval, cost(at)), 0);
        saved += inside(found.others[0].saves.interval, cost(0.5) - cost(threshold));
        held += found.recommended.value - cost(threshold);
        own += (sum ?? NaN) / 200 - cost(threshold);
      }
      const noise = (share: number, all: number) => 3.1 * Math.sqrt((share * (1 - share)) / all);
      expect(covered / runs / 3).toBeGreaterThan(0.94 - noise(0.94, 3 * runs));
      expect(saved / runs).toBeGreaterThan(0.93 - noise(0.93, runs));
      // On its own labels the cheapest threshold looks cheaper than it is.
      expect(own / runs).toBeLessThan(-0.003);
      expect(Math.abs(held / runs)).toBeLessThan(Math.abs(own / runs) + 0.01);
      expect(held / runs).toBeGreaterThan(own / runs);
    },
  );

  it('is that of flagging none and all at the ends, and by document and weight between [ST-F5] [ST-F13]', () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 })), {
      minLength: 10,
      maxLength: 60,
    });
    fc.assert(
      fc.property(rows, (list) => {
        const labels = { p: list.map(([p]) => p / 10), y: list.map(([, y]) => y) };
        const twice = {
          p: [...labels.p, ...labels.p],
          y: [...labels.y, ...labels.y],
          units: [...labels.y.keys(), ...labels.y.keys()],
          weights: list.flatMap(() => [0.5, 0.5]),
        };
        const [one, two] = [labels, twice].map((each) => decisionOf(each, costs, [0.5, null, -Infinity]));
        const yes = labels.y.reduce((sum, y) => sum + y, 0) / list.length;
        expect(one.curve[0]).toMatchObject({ threshold: null, value: expect.closeTo(4 * yes, 9) });
        expect(one.others[1].value).toBeCloseTo(4 * yes, 9);
        expect(one.others[2].value).toBeCloseTo(1 - yes, 9);
        expect(one.curve[one.curve.length - 1].value).toBeCloseTo(1 - yes, 9);
        expect(two.others.map(({ value }) => value)).toEqual(one.others.map(({ value }) => expect.closeTo(value, 9)));
        two.others.forEach(({ interval }, at) => {
          expect(interval?.[1]).toBeCloseTo(one.others[at].interval?.[1] ?? NaN, 6);
        });
      }),
      { numRuns: 30 },
    );
  });
});
