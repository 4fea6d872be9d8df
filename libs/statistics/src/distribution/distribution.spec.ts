import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { betaCdf, betaQuantile } from './beta';
import { normalQuantile, normalUpper } from './normal';
import { studentQuantile, studentUpper } from './student';

/** Student and beta from the @stdlib/stats-base-dists packages; the normal from Python, whose tails are more exact. */
const reference = JSON.parse(readFileSync(join(__dirname, '../../fixtures/distributions.json'), 'utf8')) as Record<
  'student' | 'studentQuantile' | 'beta' | 'normal' | 'normalUpper',
  number[][]
>;

function agree(rows: number[][], compute: (...input: number[]) => number, relative: number): void {
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [want, ...input] = [row[row.length - 1], ...row.slice(0, -1)];
    const got = compute(...input);
    expect({ input, apart: Math.abs(got - want) <= relative * Math.abs(want) ? 0 : got - want }).toEqual({
      input,
      apart: 0,
    });
  }
}

describe('distributions', () => {
  it('agree with an independent library', () => {
    agree(reference.normalUpper, normalUpper, 1e-12);
    agree(reference.normal, normalQuantile, 1e-12);
    agree(reference.student, studentUpper, 1e-9);
    agree(reference.studentQuantile, studentQuantile, 1e-9);
    agree(reference.beta, betaQuantile, 1e-9);
  });

  it('have quantiles that invert the distribution', () => {
    const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
    const shape = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(share, shape, shape, (q, a, b) => {
        expect(normalUpper(-normalQuantile(q))).toBeCloseTo(q, 12);
        expect(studentUpper(-studentQuantile(q, a), a)).toBeCloseTo(q, 10);
        expect(betaCdf(betaQuantile(q, a, b), a, b)).toBeCloseTo(q, 9);
      }),
    );
  });
});
