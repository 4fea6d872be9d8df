import { randomOf } from '@app/statistics';
import { Candidate, draw, regionOf } from './draw';

const uniformOf = (seed: number) => {
  const random = randomOf(seed);
  return () => random.uniform();
};
/** No region has labels. */
const alone = new Array<number>(10).fill(0);
/** Answers of which most have low positions and few are near the threshold at 0.7. */
const population = (n: number, seed: number): (Candidate & { id: number; y: number })[] => {
  const uniform = uniformOf(seed);
  return Array.from({ length: n }, (_, id) => {
    const x = uniform() ** 3;
    return { id, x, near: Math.max(0, 1 - Math.abs(x - 0.7) / 0.1), y: uniform() < x ? 1 : 0 };
  });
};

describe('draw', () => {
  it('draws each candidate at most once, and all candidates with weight 1 when there are too few', () => {
    const candidates = population(500, 1);
    const drawn = draw(candidates, alone, 60, uniformOf(2));
    expect(drawn).toHaveLength(60);
    expect(new Set(drawn.map(({ candidate }) => candidate.id)).size).toBe(60);
    const few = draw(candidates.slice(0, 20), alone, 60, uniformOf(3));
    expect(few.map(({ weight }) => weight)).toEqual(new Array(20).fill(1));
  });

  it('draws each answer with the probability that its weight states [OUT-09]', () => {
    const candidates = population(80, 4);
    const runs = 2_000;
    const times = new Map<number, { drawn: number; chance: number }>();
    let moved = 0;
    for (let seed = 0; seed < runs; seed++) {
      for (const { candidate, weight } of draw(candidates, alone, 12, uniformOf(seed))) {
        const known = times.get(candidate.id) ?? { drawn: 0, chance: 1 / weight };
        moved = Math.max(moved, Math.abs(1 / weight - known.chance));
        times.set(candidate.id, { ...known, drawn: known.drawn + 1 });
      }
    }
    expect(moved).toBeLessThan(1e-9);
    expect(times.size).toBe(candidates.length);
    for (const { drawn, chance } of times.values()) {
      const error = Math.sqrt((chance * (1 - chance)) / runs);
      expect(Math.abs(drawn / runs - chance)).toBeLessThan(5 * error + 1e-9);
    }
  });

  it('gives unbiased shares of outcomes when the labels are weighted [OUT-09]', () => {
    const answers = population(600, 5);
    const truth = answers.reduce((sum, { y }) => sum + y, 0) / answers.length;
    const runs = 200;
    let [weighted, plain] = [0, 0];
    for (let seed = 0; seed < runs; seed++) {
      const drawn = draw(answers, alone, 100, uniformOf(seed));
      const all = drawn.reduce((sum, { weight }) => sum + weight, 0);
      weighted += drawn.reduce((sum, { candidate, weight }) => sum + weight * candidate.y, 0) / all / runs;
      plain += drawn.reduce((sum, { candidate }) => sum + candidate.y, 0) / drawn.length / runs;
    }
    expect(Math.abs(weighted - truth)).toBeLessThan(0.015);
    expect(plain - truth).toBeGreaterThan(0.1);
  });

  it('draws near thresholds, in regions with few labels, and some at random', () => {
    const answers = population(2_000, 6);
    const drawn = draw(answers, alone, 200, uniformOf(7));
    const share = (reason: string) => drawn.filter((one) => one.reason === reason).length / drawn.length;
    const nearby = (list: readonly Candidate[]) => list.filter(({ near }) => near > 0).length / list.length;
    expect(nearby(drawn.map(({ candidate }) => candidate))).toBeGreaterThan(2 * nearby(answers));
    expect(share('near_threshold')).toBeGreaterThan(0.2);
    expect(share('random')).toBeGreaterThan(0.05);
    const covered = alone.map((_, region) => (region === 9 ? 0 : 500));
    const sought = draw(answers, covered, 200, uniformOf(8));
    const last = sought.filter(({ candidate }) => regionOf(candidate.x) === 9);
    expect(last.length).toBeGreaterThan(2 * drawn.filter(({ candidate }) => regionOf(candidate.x) === 9).length);
    expect(last.map(({ reason }) => reason)).toContain('under_covered');
  });

  it('draws without thresholds too', () => {
    const answers = population(300, 9).map((one) => ({ ...one, near: 0 }));
    const reasons = draw(answers, alone, 50, uniformOf(10)).map(({ reason }) => reason);
    expect(reasons).toHaveLength(50);
    expect(reasons).not.toContain('near_threshold');
  });
});
