import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildsOf } from './builds.cjs';
import { sourceFiles } from '../page/tree';
import { workspaceRoot } from '../workspace';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'judgment-builds-'));
  for (const folder of ['apps', 'clients', 'deploy', 'libs']) mkdirSync(join(root, folder));
});
afterEach(() => rmSync(root, { recursive: true }));

function project(folder: string, name: string, command?: string): void {
  const targets = command === undefined ? {} : { build: { executor: 'nx:run-commands', options: { command } } };
  const path = join(root, folder, 'project.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ name, targets }));
}

describe('the builds of a checkout', () => {
  beforeEach(() => {
    project('apps/one', 'one', 'node deploy/tools/build/build.mjs apps/one');
    project('bench', 'bench', 'node deploy/tools/build/build.mjs bench');
    project('libs/sdk', 'sdk', 'node libs/sdk/build.mjs dist/libs/sdk');
    project('libs/code', 'code');
  });

  it('bundle all projects that need only that in one process, beside those that build themselves', () => {
    expect(buildsOf(root, ['one', 'bench', 'sdk'])).toEqual([
      ['deploy/tools/build/build.mjs', 'apps/one', 'bench'],
      ['libs/sdk/build.mjs', 'dist/libs/sdk'],
    ]);
  });

  it('are of the named projects alone where some are named', () => {
    expect(buildsOf(root, ['bench'])).toEqual([['deploy/tools/build/build.mjs', 'bench']]);
    expect(buildsOf(root, ['sdk', 'code'])).toEqual([['libs/sdk/build.mjs', 'dist/libs/sdk']]);
  });

  it('know what a start of this checkout runs', () => {
    const words = buildsOf(workspaceRoot, ['gateway', 'local', 'together', 'examples', 'dashboard']).flat();
    expect(words).toEqual(
      expect.arrayContaining([
        'apps/gateway',
        'deploy/local',
        'deploy/together',
        'examples',
        'clients/dashboard/build.mjs',
      ]),
    );
  });
});

describe('the code of a start', () => {
  const ofTests = /\.(spec|e2e|fake)\.ts$|\/(testing|test|agreement|lint)\//;
  const ofAStart = /^(apps|clients\/(cli|dashboard)|deploy\/(local|together|tools\/build)|examples|libs)\//;
  // These run after an install of all packages.
  const othersToo = /^libs\/(sdk|context)\/[\w-]+\.mjs$/;
  const imported = (text: string): string[] =>
    [...text.matchAll(/^(?!import type).*?\b(?:from|import|require)\s*\(?\s*'([^'.][^']*)'/gm)].map(([, name]) => name);

  it('imports no package that only tests install', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const names = Object.keys(devDependencies);
    const files = sourceFiles(workspaceRoot, ['ts', 'tsx', 'mjs', 'cjs']).filter(
      ({ path }) => ofAStart.test(path) && !ofTests.test(path) && !othersToo.test(path),
    );
    const wrong = files.flatMap(({ path, text }) =>
      imported(text).flatMap((from) => {
        const name = names.find((one) => from === one || from.startsWith(`${one}/`));
        return name === undefined ? [] : [`${path}: ${name}`];
      }),
    );
    expect(files.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});
