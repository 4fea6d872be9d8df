import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileReport, afterSecondTry, failuresIn, readReport, totalsOf } from './report.cjs';

const root = '/checkout';
const test = (fullName: string, status: string, ...failureMessages: string[]) => ({
  ...{ fullName, status, failureMessages },
});
/** As Jest writes it, with members that nobody reads. */
const written = {
  numPassedTests: 2,
  testResults: [
    {
      name: `${root}/apps/one.spec.ts`,
      message: '',
      startTime: 1_000,
      endTime: 3_500,
      assertionResults: [test('one works', 'passed'), test('one more', 'passed'), test('left out', 'pending')],
    },
    {
      name: `${root}/apps/two.spec.ts`,
      message: 'two breaks ...',
      startTime: 1_000,
      endTime: 2_000,
      assertionResults: [
        test('two works', 'passed'),
        test('two breaks', 'failed', `\u001b[31mError: two\n\n    is not one ${'x'.repeat(1_000)}`),
      ],
    },
    {
      name: `${root}/apps/three.spec.ts`,
      message: 'Cannot find module',
      startTime: 0,
      endTime: 0,
      assertionResults: [],
    },
  ],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-report-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string): FileReport[] | undefined {
  const path = join(folder, 'report.json');
  writeFileSync(path, content);
  return readReport(path, root);
}

describe('a report of Jest', () => {
  it('tells of each file how long it took, what passed and what failed', () => {
    const files = read(JSON.stringify(written)) ?? [];
    expect(files.map(({ file, seconds, passed, failed }) => [file, seconds, passed, failed])).toEqual([
      ['apps/one.spec.ts', 2.5, 2, []],
      ['apps/two.spec.ts', 1, 1, [{ title: 'two breaks', reason: `Error: two is not one ${'x'.repeat(278)}` }]],
      ['apps/three.spec.ts', 0, 0, [{ title: 'did not run', reason: 'Cannot find module' }]],
    ]);
    // A file that did not run is a failure to name, and no test to count.
    expect(totalsOf(files)).toEqual({ passed: 3, failed: 1 });
    expect(failuresIn(files).map(({ title }) => title)).toEqual([
      'apps/two.spec.ts: two breaks',
      'apps/three.spec.ts: did not run',
    ]);
  });

  it('is none where none was written, or half a one', () => {
    expect(readReport(join(folder, 'missing.json'), root)).toBeUndefined();
    expect(read('{"testResults": [')).toBeUndefined();
  });

  it('has the second try of a file in the place of the first', () => {
    const [one, two, three] = read(JSON.stringify(written)) ?? [];
    const again = [
      { ...two, passed: 2, failed: [] },
      { ...three, passed: 4, failed: [], isLost: false },
    ];
    const files = afterSecondTry([one, two, three], again);
    expect(files).toEqual([one, ...again]);
    expect(totalsOf(files)).toEqual({ passed: 8, failed: 0 });
  });
});
