import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace';
import { longestFirst, opensOwnStack } from './longest-first.cjs';

const files = readdirSync(join(workspaceRoot, 'test-e2e'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `test-e2e/${name}`);
const own = files.filter(opensOwnStack);

describe('the order of test files', () => {
  it('has end-to-end files first that open a stack of their own, then the other ones, then all others', () => {
    expect(own).toContain('test-e2e/kills.e2e.ts');
    expect(own.length).toBeLessThan(files.length / 2);
    const sorted = longestFirst(['libs/a.store.spec.ts', ...files], { 'libs/a.store.spec.ts': 1_000 });
    expect(new Set(sorted.slice(0, own.length))).toEqual(new Set(own));
    expect(sorted.at(-1)).toBe('libs/a.store.spec.ts');
  });

  it('has the longest first among each, and takes a file that was never timed for one of five seconds', () => {
    const names = ['libs/short.spec.ts', 'libs/new.spec.ts', 'libs/long.spec.ts', ...own];
    const times = { 'libs/short.spec.ts': 4, 'libs/long.spec.ts': 6, [own[1]]: 90, [own[2]]: 91 };
    const sorted = longestFirst(names, times);
    expect(sorted.slice(0, 2)).toEqual([own[2], own[1]]);
    expect(sorted.slice(own.length)).toEqual(['libs/long.spec.ts', 'libs/new.spec.ts', 'libs/short.spec.ts']);
  });

  it('takes no other file for one with a stack of its own', () => {
    expect(opensOwnStack('libs/testing/src/stack/open-stack.ts')).toBe(false);
  });
});
