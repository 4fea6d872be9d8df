import { testsReached } from './reach.cjs';

const loaders = new Map([
  ['apps/a/src/sum.ts', ['apps/a/src/sum.spec.ts', 'apps/a/src/report.ts']],
  ['apps/a/src/report.ts', ['apps/a/src/report.bus.spec.ts', 'apps/a/src/sum.ts']],
  ['apps/a/src/read.sql', ['apps/a/src/report.ts']],
  ['deploy/page.ts', ['deploy/page.spec.ts']],
]);
const texts = new Map([
  ['apps/a/src/sum.ts', ''],
  ['apps/a/src/report.ts', "import read from './read.sql';"],
  ['apps/a/src/sum.spec.ts', ''],
  ['apps/a/src/report.bus.spec.ts', ''],
  ['deploy/page.ts', "read('docs/contract.md')"],
  ['deploy/page.spec.ts', ''],
  ['deploy/tree.spec.ts', "// reads docs/contract.md\nreaddirSync(join(root, 'libs'))"],
]);
const reached = (...changed: string[]) => testsReached(changed, loaders, texts);

describe('the tests that a change can touch', () => {
  it('are those that load a changed file, over files between and around circles, and a changed test', () => {
    expect(reached('apps/a/src/report.ts')).toEqual(['apps/a/src/report.bus.spec.ts', 'apps/a/src/sum.spec.ts']);
    expect(reached('deploy/page.spec.ts')).toEqual(['deploy/page.spec.ts']);
    expect(reached('apps/a/src/lonely.ts')).toEqual([]);
    expect(reached()).toEqual([]);
  });

  it('are those that name the file, or a folder of it, in code: a comment names nothing', () => {
    expect(reached('docs/contract.md')).toEqual(['deploy/page.spec.ts']);
    expect(reached('libs/b/src/new.ts')).toEqual(['deploy/tree.spec.ts']);
    expect(reached('apps/a/src/read.sql')).toEqual(['apps/a/src/report.bus.spec.ts', 'apps/a/src/sum.spec.ts']);
  });

  it('do not have a test that is gone', () => {
    expect(reached('apps/a/src/gone.spec.ts')).toEqual([]);
  });

  it.each([
    ['package.json'],
    ['package-lock.json'],
    ['jest.config.cjs'],
    ['tsconfig.base.json'],
    ['libs/testing/src/jest/times.cjs'],
    ['deploy/tools/test/plan.mjs'],
    ['helm/named-by-none.yaml'],
  ])('are all for %s', (file) => {
    expect(reached('deploy/page.spec.ts', file)).toBeUndefined();
  });
});
