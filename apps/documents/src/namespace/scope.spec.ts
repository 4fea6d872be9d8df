import { lagP90 } from './lag';
import { coverOf, rangeOf } from './scope';

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

describe('the range of a scope and a prefix', () => {
  const scopes = ['*', 'p', 'p*', 'p/', 'p/*', 'p/a', 'p/a*', 'q/*'];
  const names = ['a', 'p', 'p-1', 'p.x', 'p/', 'p/a', 'p/a/b', 'p/ab', 'p/z', 'pp', 'q', 'q/1', 'z:9'];

  it.each(scopes)('holds of %s what begins with the prefix, and beside it only siblings of a name [NS-05]', (scope) => {
    const cover = coverOf(scope);
    for (const prefix of ['', 'p', 'p/', 'p/a', 'p/a/', 'q', 'x', 'é']) {
      const { from, before } = rangeOf(cover, prefix);
      const held = names.filter((name) => name >= from && name < before);
      const meant = names.filter((name) => isCovered(scope, name) && name.startsWith(prefix));
      expect(held).toEqual(expect.arrayContaining(meant));
      if (cover.exact === null) expect(held).toEqual(meant);
    }
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
