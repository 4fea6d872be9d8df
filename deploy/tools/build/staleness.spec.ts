import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folders, lacksTestPackages, needsBuild, needsInstall, pages, sourceFingerprint } from './staleness.cjs';
import { workspaceRoot } from '../workspace';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'judgment-root-'))));
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text = '', seconds = 1_000): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), seconds, seconds);
}

describe('install', () => {
  it('is due without packages and after another lock', () => {
    put('package-lock.json', '{}', 2_000);
    expect(needsInstall(root)).toBe(true);
    put('node_modules/.package-lock.json', '{}', 3_000);
    expect(needsInstall(root)).toBe(false);
    put('package-lock.json', '{}', 4_000);
    expect(needsInstall(root)).toBe(true);
  });
});

describe('packages of tests', () => {
  it('are missing after an install without them', () => {
    put('package.json', '{"dependencies": {"a": "1.0.0"}, "devDependencies": {"@b/c": "1.0.0"}}');
    put('node_modules/a/package.json');
    expect(lacksTestPackages(root)).toBe(true);
    put('node_modules/@b/c/package.json');
    expect(lacksTestPackages(root)).toBe(false);
  });
});

describe('build', () => {
  it('reads every page that the gateway serves', () => {
    const sources = readFileSync(join(workspaceRoot, 'apps/gateway/src/page/guide/sources.ts'), 'utf8');
    const served = [...sources.matchAll(/from '(?:\.\.\/)+([^']+\.md)'/g)].map(([, path]) => path);
    expect(served.length).toBeGreaterThan(10);
    expect(served.filter((path) => !pages.includes(path) && !path.startsWith('docs/guide/'))).toEqual([]);
  });

  const outputs = ['dist/apps/x/main.js'];
  const isDue = () => needsBuild(root, sourceFingerprint(root), outputs, 'dist/.built');

  beforeEach(() => {
    put('apps/x/src/main.ts', 'a');
    put('libs/y/src/index.ts', 'b');
    put('dist/apps/x/main.js');
    put('dist/.built', `${sourceFingerprint(root)}\n`);
  });

  it.each([
    'clients/x/src/page.tsx',
    'clients/x/src/page.css',
    'libs/y/src/table.br',
    'docs/guide/labels.md',
    'clients/cli/README.md',
  ])('is due after a change of %s', (path) => {
    put(path, 'a page');
    expect(isDue()).toBe(true);
  });

  it('is not due while nothing moved, nor for a spec or a page that nobody serves', () => {
    expect(isDue()).toBe(false);
    put('apps/gateway/README.md', 'new');
    put('libs/y/src/index.spec.ts', 'new');
    expect(isDue()).toBe(false);
  });

  it.each([
    ['a source changed', () => put('libs/y/src/index.ts', 'c', 1_001)],
    ['a source came', () => put('apps/x/src/new.ts')],
    ['the start in one process changed', () => put('deploy/together/src/main.ts', 'd')],
    ['the recipes of the example changed', () => put('examples/src/loader/recipe/recipes.json', '{}')],
    ['a source went', () => rmSync(join(root, 'libs/y/src/index.ts'))],
    ['the lock changed', () => put('package-lock.json')],
    ['an output is missing', () => rmSync(join(root, 'dist/apps/x/main.js'))],
  ])('is due when %s', (_, change) => {
    change();
    expect(isDue()).toBe(true);
  });

  it('looks at the folder of each project of deploy that a start builds [O-L14]', () => {
    const parts = readFileSync(join(workspaceRoot, 'deploy/tools/build/build-stale.mjs'), 'utf8');
    const named = [...new Set([...parts.matchAll(/'(deploy\/[\w-]+)'/g)].map(([, folder]) => folder))];
    expect(named).toEqual(['deploy/local', 'deploy/together']);
    expect(folders).toEqual(expect.arrayContaining(named));
  });
});
