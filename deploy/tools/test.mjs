// Every check of the project, in order; all of them run even when one fails. The last line is `N passed, N failed`,
// counting tests and steps. `npm test -- --help` shows the options.
import { mkdirSync, rmSync } from 'node:fs';
import { install } from './build/setup.mjs';
import { openDeadline } from './test/deadline.mjs';
import machine from '../../libs/testing/src/machine/machine.cjs';
import { readOptions } from './test/options.mjs';
import { logs, planOf, reports } from './test/plan.mjs';
import { rowNotReached, runStep } from './test/step.mjs';
import summary from './test/summary.cjs';
import times from '../../libs/testing/src/jest/times.cjs';

const begunMs = Date.now();
const { isLong, minutes, changed, isWritingTimes, isStrict } = readOptions(process.argv.slice(2));
const run = { isLong, signal: openDeadline(minutes) };
await install({ alsoOfTests: true });
for (const former of [reports, logs]) rmSync(former, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const { slowness, isQuiet: beganQuiet, line } = machine.describeMachine(machine.measureMachine());
console.log(line);

async function runLane(lane) {
  const done = [];
  for (const step of lane.filter(({ isOnlyLong }) => isLong || !isOnlyLong)) done.push(await runOne(step));
  return done;
}

async function runOne(step) {
  const own = { ...step, shareS: step.shareS && step.shareS * slowness };
  if (run.signal.aborted) return rowNotReached(own, run);
  const { row, output } = await runStep(own, run);
  console.log(`${row.ok ? 'ok  ' : 'FAIL'} ${row.name} (${row.seconds.toFixed(1)} s)`);
  if (output) console.log(output);
  return row;
}

/** The bundler that reads what a change can touch comes with the packages. */
const readChange = async (since) => (await import('./test/changed.mjs')).changeSince(since);
const change = changed === undefined ? undefined : await readChange(changed);
if (change)
  console.log(`changed: ${change.files.length} files; they can touch ${change.tests?.length ?? 'all'} test files`);
const plan = planOf(change);
const rows = [];
for (const lanes of plan) rows.push(...(await Promise.all(lanes.map(runLane))).flat());
if (isWritingTimes) times.writeTimes(rows.flatMap(({ files }) => files));
if (!isLong) for (const { leftOut } of plan.flat(2)) if (leftOut) console.log(leftOut);
const minutesTaken = (Date.now() - begunMs) / 60_000;
/** Somebody else's work may begin after the first look, so a run is quiet only where a second one finds it so, too. */
const wasQuiet = () => beganQuiet && machine.describeMachine(machine.measureMachine()).isQuiet;
const possibleFaults = isLong ? [] : summary.faultsOfQuiet(rows);
const inexcusable = possibleFaults.length > 0 && wasQuiet() ? possibleFaults : [];
const faults = isStrict ? inexcusable : [];
if (!isStrict) for (const fault of inexcusable) console.log(`NO EXCUSE on a quiet machine: ${fault}`);
for (const text of summary.summaryOf(rows, minutesTaken, faults)) console.log(text);
process.exitCode = faults.length > 0 || rows.some(({ ok }) => !ok) ? 1 : 0;
