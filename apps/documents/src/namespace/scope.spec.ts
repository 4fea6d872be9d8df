import { lagP90 } from './lag';
import { coverOf } from './scope';

/** Whether a name meets the conditions of a scope, as `listNamespaces` puts them to Postgres. */
function isCovered(scope: string, name: string): boolean {
  const { all, exact, under } = coverOf(scope);
  return all || name === exact || (under !== null && name.startsWith(under));
}

describe('scope', () => {
  it.each([
    ['*', ['p', 'p/a', 'px'], []],
    ['p', ['p'], ['p/a', 'px']],
    ['p*', ['p', 'p/a', 'p/a/b'], ['px']],
    ['p/', ['p/a'], ['p', 'px']],
    ['p/*', ['p/a', 'p/a/b'], ['p', 'px']],
  ])('%s covers its namespaces and no others', (scope, covered, not) => {
    expect(covered.filter((name) => !isCovered(scope, name))).toEqual([]);
    expect(not.filter((name) => isCovered(scope, name))).toEqual([]);
  });
});

describe('lagP90', () => {
  it('is right to 10 %, and 0 without answers', () => {
    expect(lagP90([])).toBe(0);
    const bucketOf = (ms: number) => Math.floor(Math.log(ms) / Math.log(1.1));
    const lags = [...Array.from({ length: 90 }, () => 100), ...Array.from({ length: 10 }, () => 9000)];
    const p90 = lagP90(lags.map((ms) => ({ bucket: bucketOf(ms), answers: 1 })));
    expect(p90 / 100).toBeGreaterThanOrEqual(1);
    expect(p90 / 100).toBeLessThanOrEqual(1.1);
  });
});
