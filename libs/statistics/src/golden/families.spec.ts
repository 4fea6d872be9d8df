import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tolerance, difference } from './difference';
import { statisticsFamilies } from './families';

interface Vector {
  id: string;
  input: never;
  expected: unknown;
  tolerance: Tolerance;
}

const fixtures = join(__dirname, '../../fixtures');
const casesOf: Record<string, number> = {
  crossfit: 38,
  delong: 32,
  intervals: 29,
  isotonic: 25,
  logistic_l2: 28,
  metrics: 25,
  multiplicity: 36,
  paired_tests: 28,
  platt: 49,
  ranking: 30,
  temperature: 29,
  thresholds: 33,
  verdicts: 26,
};

describe('reference vectors', () => {
  it.each(Object.keys(statisticsFamilies))('agrees with every case of %s [CAL-10] [ALT-45]', (family) => {
    const file = JSON.parse(readFileSync(join(fixtures, `${family}.json`), 'utf8')) as { cases: Vector[] };
    expect(file.cases).toHaveLength(casesOf[family]);
    const failed = file.cases.flatMap(({ id, input, expected, tolerance }) => {
      const found = difference(statisticsFamilies[family](input), expected, tolerance);
      return found ? [`${id} ${found}`] : [];
    });
    expect(failed).toEqual([]);
  });
});
