import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { longestFirst } from './longest-first.cjs';
import { stackRank } from './stack-rank.cjs';

const rankOf = (file: string, isLong = false): number => stackRank(join(workspaceRoot, file), isLong);
const files = readdirSync(join(workspaceRoot, 'test-e2e'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `test-e2e/${name}`);
const processes = files.filter((file) => rankOf(file) === 2);

describe('the order of test files', () => {
  it('has end-to-end files first, by what they need of a stack, then all others', () => {
    const sorted = longestFirst(['libs/a.store.spec.ts', ...files], { 'libs/a.store.spec.ts': 1_000 });
    expect(sorted.at(-1)).toBe('libs/a.store.spec.ts');
    const ranks = sorted.slice(0, -1).map((file) => rankOf(file));
    expect(ranks).toEqual([...ranks].sort());
    expect([...new Set(ranks)]).toEqual([0, 1, 2, 3, 4]);
    expect(ranks.filter((rank) => rank < 4).length).toBeLessThan(files.length / 2);
  });

  it('has the longest first among each, and takes a file without a time for a short one', () => {
    const names = ['libs/short.spec.ts', 'libs/new.spec.ts', 'libs/long.spec.ts', ...processes];
    const times = { 'libs/short.spec.ts': 1, 'libs/long.spec.ts': 6, [processes[1]]: 90, [processes[2]]: 91 };
    const sorted = longestFirst(names, times);
    expect(sorted.slice(0, 2)).toEqual([processes[2], processes[1]]);
    expect(sorted.slice(processes.length)).toEqual(['libs/long.spec.ts', 'libs/short.spec.ts', 'libs/new.spec.ts']);
  });
});

describe('the rank of a file by its stack', () => {
  it.each([
    ['replicas', 0],
    ['truth', 0],
    ['monitoring', 1],
    ['drafts', 2],
    ['learning-engine', 2],
    ['feed', 2],
    ['kills', 3],
    ['mails', 3],
    ['support-desk', 4],
  ])('%s stands at %i', (name, rank) => expect(rankOf(`test-e2e/${name}.e2e.ts`)).toBe(rank));

  it('counts a stack of the full form only when that runs', () => {
    const file = 'test-e2e/sdk-faults.e2e.ts';
    expect([rankOf(file), rankOf(file, true)]).toEqual([4, 3]);
  });
});
