import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildsOf } from '../builds.cjs';

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
    project('apps/one', 'one', 'node deploy/local/build.mjs apps/one');
    project('bench', 'bench', 'node deploy/local/build.mjs bench');
    project('libs/sdk', 'sdk', 'node libs/sdk/build.mjs dist/libs/sdk');
    project('libs/code', 'code');
  });

  it('bundle all projects that need only that in one process, beside those that build themselves', () => {
    expect(buildsOf(root)).toEqual([
      ['deploy/local/build.mjs', 'apps/one', 'bench'],
      ['libs/sdk/build.mjs', 'dist/libs/sdk'],
    ]);
  });

  it('are of the named projects alone where some are named', () => {
    expect(buildsOf(root, ['bench'])).toEqual([['deploy/local/build.mjs', 'bench']]);
    expect(buildsOf(root, ['sdk', 'code'])).toEqual([['libs/sdk/build.mjs', 'dist/libs/sdk']]);
  });

  it('make of this checkout what a start needs', () => {
    const words = buildsOf(resolve(__dirname, '../../..')).flat();
    expect(words).toEqual(expect.arrayContaining(['apps/gateway', 'deploy/local', 'clients/dashboard/build.mjs']));
  });
});
