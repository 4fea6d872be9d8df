import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Results, afterSecondTry, failuresIn, readResults, totalsOf } from './results.cjs';

const root = '/checkout';
const [one, two, three, four, five] = ['one', 'two', 'three', 'four', 'five'].map(
  (name) => `${root}/apps/${name}.spec.ts`,
);
/** As Jest's process and two workers write it. */
const written = [
  { listed: [one, two, three, four, five] },
  { begun: one, pid: 7, atMs: 1_000 },
  { begun: two, pid: 8, atMs: 1_000 },
  { ended: one, project: 'unit', seconds: 2.5, passed: 2, failed: [] },
  { begun: three, pid: 7, atMs: 3_500 },
  {
    ended: two,
    project: 'real',
    seconds: 1,
    passed: 1,
    failed: [{ title: 'two breaks', message: `\u001b[31mError: two\n\n    is not one ${'x'.repeat(1_000)}` }],
  },
  { ended: three, project: 'real', seconds: 0, passed: 0, failed: [], lost: 'Cannot find module' },
  { begun: four, pid: 8, atMs: 4_000 },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-results-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string): Results | undefined {
  const path = join(folder, 'results.jsonl');
  writeFileSync(path, content);
  return readResults(path, root);
}
const lines = written.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('the results of a run of tests', () => {
  it('tell of each file that ended how long it took, what passed and what failed', () => {
    const { files } = read(lines)!;
    expect(files.map(({ file, project, seconds, passed, failed }) => [file, project, seconds, passed, failed])).toEqual(
      [
        ['apps/one.spec.ts', 'unit', 2.5, 2, []],
        [
          'apps/two.spec.ts',
          'real',
          1,
          1,
          [{ title: 'two breaks', reason: `Error: two is not one ${'x'.repeat(278)}` }],
        ],
        ['apps/three.spec.ts', 'real', 0, 0, [{ title: 'did not run', reason: 'Cannot find module' }]],
      ],
    );
    // A file that did not run is a failure to name, and no test to count.
    expect(totalsOf(files)).toEqual({ passed: 3, failed: 1 });
    expect(failuresIn(files).map(({ title }) => title)).toEqual([
      'apps/two.spec.ts: two breaks',
      'apps/three.spec.ts: did not run',
    ]);
  });

  it('tell of a run that was cut which file was under way, and which no worker began', () => {
    expect(read(lines)).toMatchObject({
      underWay: [{ path: four, file: 'apps/four.spec.ts', pid: 8, atMs: 4_000 }],
      notReached: ['apps/five.spec.ts'],
    });
  });

  it('are none where nothing was written, and lack a last line that was written by half', () => {
    expect(readResults(join(folder, 'missing.jsonl'), root)).toBeUndefined();
    expect(read('{"listed": [')).toBeUndefined();
    expect(read(`${lines}{"ended": "${four}", "sec`)).toEqual(read(lines));
  });

  it('have the second try of a file in the place of the first', () => {
    const { files } = read(lines)!;
    const again = files.slice(1).map((file) => ({ ...file, passed: 2, failed: [], isLost: false }));
    expect(afterSecondTry(files, again)).toEqual([files[0], ...again]);
    expect(totalsOf(afterSecondTry(files, again))).toEqual({ passed: 6, failed: 0 });
  });
});
