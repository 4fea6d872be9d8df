// Every check of the project, in order; all of them run even when one fails. The last line is `N passed, N failed`,
// counting tests and steps. --long: the full forms (specs read LONG=1).
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { bin, install, quiet, root, run } from './setup.mjs';

const long = process.argv.includes('--long');
const env = { ...quiet, CI: 'true', ...(long ? { LONG: '1' } : {}) };
const reports = join(root, '.state/test');
const givenServers = ['DATABASE_URL', 'NATS_URL', 'TEST_DATABASE_URL'].some((name) => process.env[name]);
const oneByOne = '--maxWorkers=1';
const stepTimeoutMs = (long ? 180 : 30) * 60_000;

const jest = (project, ...more) => ({
  name: `jest ${project}`,
  report: join(reports, `${project}.json`),
  command: [
    bin('jest'),
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${join(reports, `${project}.json`)}`,
    ...more,
  ],
});
/** Each row waits for the one before; the lanes of a row run beside each other, each step by step. */
const plan = [
  [
    // The boundary rule reads the project graph that this leaves behind.
    [
      { name: 'nx graph', command: [bin('nx'), 'show', 'projects'] },
      { name: 'eslint', command: [bin('eslint'), '.', '--max-warnings', '0'] },
    ],
    [
      { name: 'prettier', command: [bin('prettier'), '--check', '.'] },
      { name: 'types', command: [bin('tsc'), '--noEmit', '-p', 'tsconfig.json'] },
    ],
  ],
  [[{ name: 'build', command: [bin('nx'), 'run-many', '-t', 'build', '--parallel=2', '--skip-nx-cache'] }]],
  // By itself Jest leaves a core to the one who waits for it.
  [[jest('unit', `--maxWorkers=${availableParallelism()}`)]],
  // Each worker has servers of its own; on given ones specs empty the same schemas, one file at a time.
  [[jest('real', givenServers ? oneByOne : '--maxWorkers=2')]],
  // Stories share one house. One that did not open may leave processes behind: they must not keep the run from ending.
  [[jest('e2e', oneByOne, '--forceExit')]],
];

function readReport(path) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const failed = testResults.flatMap(({ name, message, assertionResults }) => {
      const titles = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const file = name.slice(root.length + 1);
      if (titles.length > 0) return titles.map((title) => `${file}: ${title}`);
      return message && assertionResults.length === 0 ? [`${file}: did not run`] : [];
    });
    return { passed: numPassedTests, failed: numFailedTests, titles: failed };
  } catch {
    return { passed: 0, failed: 0, titles: ['no report was written'] };
  }
}

await install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** The files of a report in which something failed. */
function failedFiles(path) {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  } catch {
    return [];
  }
}

/**
 * Real servers on a shared machine: the files of `real` and `e2e` in which something failed run once more, alone. What
 * passes then is printed by name, and counts as passed; what fails twice has failed.
 */
async function secondTry(name, command, report, first) {
  const files = failedFiles(report);
  if (files.length === 0 || files.length > 3) return { code: 1, output: '', tests: first };
  const options = command.slice(1).filter((option) => !option.startsWith('--maxWorkers'));
  const again = [...options, oneByOne, '--runTestsByPath', ...files];
  const { code, output } = await run(command[0], again, { env, timeoutMs: stepTimeoutMs });
  const second = readReport(report);
  for (const title of first.titles) if (!second.titles.includes(title)) console.log(`SECOND TRY ${name}: ${title}`);
  const failed = second.failed;
  return { code, output, tests: { passed: first.passed + first.failed - failed, failed, titles: second.titles } };
}

/** No report: the servers or the house of all did not start, so nothing has run yet. */
async function startAgain(name, command) {
  console.log(`SECOND TRY ${name}: nothing ran`);
  return run(command[0], command.slice(1), { env, timeoutMs: stepTimeoutMs });
}

const order = plan.flat(2);
const rows = [];

async function runStep(step) {
  const { name, command, report } = step;
  const begun = Date.now();
  let { code, output } = await run(command[0], command.slice(1), { env, timeoutMs: stepTimeoutMs });
  let tests = report ? readReport(report) : { passed: 0, failed: 0, titles: [] };
  if (code !== 0 && (name === 'jest real' || name === 'jest e2e')) {
    const again = existsSync(report) ? await secondTry(name, command, report, tests) : await startAgain(name, command);
    code = again.code;
    tests = again.tests ?? readReport(report);
    output = again.output || output;
  }
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  rows[order.indexOf(step)] = { name, ok: code === 0, seconds, ...tests };
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code !== 0)
    console.log(
      output
        .split('\n')
        .filter((line) => !line.startsWith('{"numFailed'))
        .slice(-200)
        .join('\n'),
    );
}

async function runLane(steps) {
  for (const step of steps) await runStep(step);
}

const begunAt = Date.now();
for (const lanes of plan) await Promise.all(lanes.map(runLane));

console.log(
  `\n${'step'.padEnd(12)} ${'result'.padEnd(7)} ${'tests'.padStart(7)} ${'failed'.padStart(7)} ${'seconds'.padStart(8)}`,
);
for (const { name, ok, passed, failed, seconds } of rows) {
  console.log(
    `${name.padEnd(12)} ${(ok ? 'ok' : 'FAIL').padEnd(7)} ${String(passed + failed).padStart(7)} ${String(failed).padStart(7)} ${seconds.padStart(8)}`,
  );
}
for (const { name, ok, titles } of rows) if (!ok) for (const title of titles) console.log(`FAILED ${name}: ${title}`);
console.log(`\nall steps: ${((Date.now() - begunAt) / 60_000).toFixed(1)} min`);
const total = (of) => rows.reduce((sum, row) => sum + of(row), 0);
const passed = total((row) => row.passed + (row.ok ? 1 : 0));
const failed = total((row) => row.failed + (row.ok ? 0 : 1));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
