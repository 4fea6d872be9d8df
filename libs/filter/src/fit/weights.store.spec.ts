import { readStored } from '@app/statistics';
import type { StoredFit, StoredWeights } from '@app/statistics';
import fc from 'fast-check';
import { Client } from 'pg';
import { fitExpression } from './fit-sql';

const epoch = 'current+2026-01-01.1';
const numbers = [-1.7e308, -1e21, -1.5, -0, 0, 5e-324, 1e-200, 0.1, 0.3, 1, 2, 50, 1e300, 1.7e308];
const share = fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 });
const number = fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true }));
const part = share.map((p) => ({ p }));
const answer = fc.record({
  number: maybe(share),
  features: maybe(fc.dictionary(fc.constantFrom('f', 'g', "it's"), maybe(number), { maxKeys: 3 })),
  parts: maybe(fc.dictionary(fc.constantFrom('a', 'b'), part, { maxKeys: 2 })),
});
const weight = fc.oneof(fc.constantFrom(0, 1, 1e-40), fc.double({ min: -5, max: 5, noNaN: true }));
/** Deviations below a millionth of a millionth of the mean are rounding, and stored as 0. */
const scales = [
  [0, 0],
  [0, 1e-12],
  [0.1, 0.7],
  [3, 1e6],
  [-1e21, 1e9],
  [-1e21, 0],
  [1e150, 1e138],
  [-5, 1e150],
];
const scale = fc.constantFrom(...scales).map(([mean, sd]) => ({ mean, sd }));
const feature = fc
  .tuple(fc.constantFrom('f', "it's"), weight, scale)
  .map(([name, coef, own]) => ({ name, coef, ...own }));
const weights: fc.Arbitrary<StoredWeights> = fc.record({
  intercept: weight,
  slope: maybe(weight),
  parts: fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b'), slope: weight, typical: weight }), {
    selector: ({ name }) => name,
  }),
  features: fc.uniqueArray(feature, { selector: ({ name }) => name }),
  floor: fc.constantFrom(1e-6, 0.005),
});

/**
 * By how much two ways to subtract a mean may differ in the probability: beside a mean of 1e21 a number has an error of its
 * own, which counts as a share of the deviation.
 */
function roundingOf({ features }: StoredWeights): number {
  const errors = features
    .filter(({ sd }) => sd !== 0)
    .map(({ coef, mean, sd }) => (2 * Number.EPSILON * Math.abs(coef * mean)) / sd);
  return errors.reduce((sum, error) => sum + error, 2e-9);
}

describe('weights in SQL', () => {
  let client: Client;
  beforeAll(async () => {
    const connectionString = process.env['TEST_DATABASE_URL'];
    if (!connectionString) throw new Error('TEST_DATABASE_URL is not set: run with --selectProjects real');
    client = new Client({ connectionString });
    await client.connect();
  });
  afterAll(() => client.end());

  const readSql = async (stored: StoredFit, answers: readonly unknown[]) => {
    const params: unknown[] = [JSON.stringify(answers), epoch];
    const add = (value: unknown) => `$${params.push(value)}`;
    const sql = fitExpression([{ version: 1, engineVersion: epoch, stored }]).sql('p', 'a', add);
    const { rows } = await client.query<{ p: number | null }>(
      `select ${sql} as p from (select 1 as version, $2::text as epoch, place, (one ->> 'number')::float8 as number,
         one -> 'features' as features, one -> 'parts' as parts
         from jsonb_array_elements($1::jsonb) with ordinality o(one, place)) a order by place`,
      params,
    );
    return rows.map(({ p }) => p);
  };

  it('read as in memory: missing numbers as typical, and any number of a document without an error [JDG-20]', async () => {
    await fc.assert(
      fc.asyncProperty(weights, fc.array(answer, { minLength: 1, maxLength: 20 }), async (own, answers) => {
        const stored: StoredFit = { type: 'bool', map: { kind: 'raw' }, weights: own };
        const found = await readSql(stored, answers);
        answers.forEach((one, i) => {
          const read = readStored(stored, one);
          const expected = read?.type === 'bool' ? read.p : null;
          if (expected === null) expect(found[i]).toBeNull();
          else expect(Math.abs((found[i] ?? NaN) - expected)).toBeLessThan(roundingOf(own));
        });
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
