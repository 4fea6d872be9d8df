import { quiet, root, run } from '../setup.mjs';
import { oneByOne } from './plan.mjs';
import report from './report.cjs';

const { afterSecondTry, failuresIn, readReport, totalsOf } = report;
/** More than these are no accident. */
const mostFilesTwice = 6;
/** A machine that others share may be five times slower than the one that the shares were measured on. */
const longestMinutes = { short: 120, long: 180 };
const lastLines = 200;

/** Runs a step to its end. @returns its row of the summary, and what it said when it failed */
export async function runStep(step, isLong) {
  const begunMs = Date.now();
  const outcome = step.report ? await runTests(step, isLong) : await runCommand(step, isLong);
  const { code, output, isTimedOut, files = [], secondTries = [] } = outcome;
  const failures = failuresIn(files);
  const row = {
    name: step.name,
    ok: code === 0,
    seconds: (Date.now() - begunMs) / 1000,
    shareS: isLong ? undefined : step.shareS,
    ...totalsOf(files),
    failures: step.report && files.length === 0 ? [{ title: noReport(isTimedOut), reason: '' }] : failures,
    secondTries,
    files,
  };
  return { row, output: code === 0 ? '' : lastOf(output) };
}

/** The end of what a step said; Jest's line for each file that passed tells nothing of a failure. */
const lastOf = (output) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('PASS '))
    .slice(-lastLines)
    .join('\n');

const noReport = (isTimedOut) =>
  isTimedOut ? 'no report was written: it was stopped when its time was over' : 'no report was written';

async function runTests(step, isLong) {
  let { code, output, isTimedOut } = await runJest(step, step.command, step.report, isLong);
  let files = readReport(step.report, root);
  if (code === 0 || !step.hasSecondTry || isTimedOut) return { code, output, isTimedOut, files };
  if (!files) {
    // The servers of all did not start, so nothing has run yet.
    ({ code, output, isTimedOut } = await runJest(step, step.command, step.report, isLong));
    files = readReport(step.report, root);
    return {
      code,
      output,
      isTimedOut,
      files,
      secondTries: files ? [{ title: 'nothing ran at first', reason: '' }] : [],
    };
  }
  const failed = files.filter((file) => file.failed.length > 0);
  if (failed.length === 0 || failed.length > mostFilesTwice) return { code, output, files };
  return runAgain(step, isLong, files, failed, output);
}

/** The files in which something failed run once more, alone: what fails twice has failed. */
async function runAgain(step, isLong, files, failed, firstOutput) {
  const path = step.report.replace(/\.json$/, '.again.json');
  const options = step.command.filter((word) => !word.startsWith('--maxWorkers'));
  const paths = failed.map((file) => file.path);
  const { code, output } = await runJest(step, [...options, oneByOne, '--runTestsByPath', ...paths], path, isLong);
  const second = readReport(path, root);
  if (!second) return { code, output: output || firstOutput, files };
  const still = new Set(failuresIn(second).map(({ title }) => title));
  const secondTries = failuresIn(failed).filter(({ title }) => !still.has(title));
  return { code, output, files: afterSecondTry(files, second), secondTries };
}

function runJest(step, [program, ...args], path, isLong) {
  return runCommand({ ...step, command: [program, '--json', `--outputFile=${path}`, ...args] }, isLong);
}

/** @param step `longestMinutes`: of its own, instead of those of all steps */
function runCommand({ command: [program, ...args], longestMinutes: own }, isLong) {
  const env = { ...quiet, CI: 'true', ...(isLong ? { LONG: '1' } : {}) };
  const minutes = own ?? longestMinutes[isLong ? 'long' : 'short'];
  return run(program, args, { env, timeoutMs: minutes * 60_000 });
}
