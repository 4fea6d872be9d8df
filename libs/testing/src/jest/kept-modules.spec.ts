import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../workspace';

interface Report {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}

const fails = 'fails, and the stack names the line of the module that is kept';
const folder = mkdtempSync(join(tmpdir(), 'kept-modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('files that share the modules of a worker find nothing that the file before left behind', async () => {
  const report = join(folder, 'report.json');
  const config = join(__dirname, 'fixtures/jest.config.cjs');
  const jestBin = join(workspaceRoot, 'node_modules/jest/bin/jest.js');
  // One after the other in one process. One of their tests fails, as it should, and so does the run.
  const run = promisify(execFile)(
    process.execPath,
    [jestBin, '--config', config, '--runInBand', '--json', `--outputFile=${report}`],
    { cwd: workspaceRoot, env: { ...process.env, ISOLATED: '', LONG: '', TEST_RESULTS: '' } },
  );
  await expect(run).rejects.toMatchObject({ code: 1 });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status !== 'passed');
  expect(testResults).toHaveLength(4);
  expect(failed.map(({ fullName }) => fullName)).toEqual([fails]);
  expect(failed[0].failureMessages[0]).toMatch(/at thrower \(.*fixtures\/shared\.ts:12:9\)/);
});
