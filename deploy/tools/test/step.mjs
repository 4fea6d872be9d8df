import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { quiet, root } from '../build/setup.mjs';
import { watchFiles } from './file-limit.mjs';
import { oneByOne } from './plan.mjs';
import { runProgram } from './program.mjs';
import results from './results.cjs';
import openings from '../../../libs/testing/src/jest/results/openings-line.cjs';

const { afterSecondTry, failuresIn, readResults, totalsOf } = results;
/** More than these are no accident. */
const mostFilesTwice = 6;
const lastLines = 200;
const reporters = ['default', join(root, 'libs/testing/src/jest/results/reporter.cjs')];

/**
 * Runs a step to its end, or until the run ends.
 * @param {{ isLong: boolean, signal: AbortSignal }} run
 * @returns its row of the summary, and what it said when it failed
 */
export async function runStep(step, run) {
  const begunMs = Date.now();
  const outcome = step.results ? await runTests(step, run) : await runCommand(step, run);
  const { code, output, cpuS, files = [], secondTries = [], underWay = [], notReached = [], notes = [] } = outcome;
  const row = {
    name: step.name,
    ok: code === 0,
    seconds: (Date.now() - begunMs) / 1000,
    cpuS,
    shareS: run.isLong ? undefined : step.shareS,
    ...totalsOf(files),
    failures: [...failuresIn(files), ...failuresOf(step, outcome, run.signal)],
    secondTries,
    notes,
    files,
    cut: run.signal.aborted ? { underWay: underWay.map(({ file }) => file), notReached } : undefined,
  };
  return { row, output: code === 0 ? '' : lastOf(output) };
}

/** The row of a step that had not begun when the run ended. */
export function rowNotReached(step, run) {
  const failures = [{ title: `was not reached, because ${run.signal.reason}`, reason: '' }];
  const none = { passed: 0, failed: 0, secondTries: [], files: [], seconds: 0 };
  return { name: step.name, ok: false, shareS: step.shareS, ...none, failures };
}

/** What failed beyond tests: a step that was cut, or one of which nothing ran. */
function failuresOf(step, { code, files }, signal) {
  if (signal.aborted && code !== 0) return [{ title: `was stopped, because ${signal.reason}`, reason: '' }];
  return step.results && !files ? [{ title: 'no file ran', reason: '' }] : [];
}

/** The end of what a step said; Jest's line for each file that passed tells nothing of a failure. */
const lastOf = (output) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('PASS '))
    .slice(-lastLines)
    .join('\n');

async function runTests(step, run) {
  const first = await runJest(step, step.command, step.results, run);
  if (first.code === 0 || !step.hasSecondTry || run.signal.aborted) return first;
  if (!first.files) {
    // The servers of all did not start, so nothing has run yet.
    const second = await runJest(step, step.command, step.results, run);
    const secondTries = second.files ? [{ title: 'nothing ran at first', reason: '' }] : [];
    return { ...second, cpuS: sum(first.cpuS, second.cpuS), secondTries };
  }
  const failed = first.files.filter((file) => file.failed.length > 0);
  return failed.length === 0 || failed.length > mostFilesTwice ? first : runAgain(step, run, first, failed);
}

/** The files in which something failed run once more, alone: what fails twice has failed. */
async function runAgain(step, run, first, failed) {
  const path = step.results.replace(/\.jsonl$/, '.again.jsonl');
  const options = step.command.filter((word) => !word.startsWith('--maxWorkers'));
  const paths = failed.map((file) => file.path);
  const second = await runJest(step, [...options, oneByOne, '--runTestsByPath', ...paths], path, run);
  const cpuS = sum(first.cpuS, second.cpuS);
  const notes = [...first.notes, ...second.notes];
  if (!second.files) return { ...first, output: second.output || first.output, notes, cpuS };
  const still = new Set(failuresIn(second.files).map(({ title }) => title));
  const again = new Set(second.files.map((file) => file.path));
  const secondTries = failuresIn(failed.filter((file) => again.has(file.path))).filter(
    ({ title }) => !still.has(title),
  );
  return { ...second, files: afterSecondTry(first.files, second.files), secondTries, notes, cpuS };
}

const sum = (one, other) => (one === undefined || other === undefined ? undefined : one + other);

async function runJest(step, [program, ...words], path, run) {
  for (const former of [path, step.openings]) if (former) rmSync(former, { force: true });
  const command = [program, ...reporters.map((one) => `--reporters=${one}`), ...words];
  const watch = watchFiles(path, run.isLong);
  const outcome = await runCommand({ command, env: { TEST_RESULTS: path } }, run);
  watch.end();
  // Read from what keepers wrote: two outputs come in pieces, one between the pieces of the other, and a run that is cut says nothing.
  const opened = step.openings && openings.openingsLine(step.openings);
  return { ...outcome, ...readResults(path, root), notes: opened ? [opened] : [] };
}

function runCommand({ command, env = {} }, { isLong, signal }) {
  const whole = { ...quiet, CI: 'true', ...(isLong ? { LONG: '1' } : {}), ...env };
  return runProgram(command, { env: whole, signal });
}
