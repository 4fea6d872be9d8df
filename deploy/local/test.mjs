// Every check of the project, in order; all of them run even when one fails. The last line is `N passed, N failed`,
// counting tests and steps. --long: the full forms (specs read LONG=1).
import { mkdirSync, rmSync } from 'node:fs';
import { install } from './setup.mjs';
import { readOptions } from './test/options.mjs';
import pace from './test/pace.cjs';
import { logs, planOf, reports } from './test/plan.mjs';
import { runStep } from './test/step.mjs';
import summary from './test/summary.cjs';

const { isLong } = readOptions(process.argv.slice(2));
await install({ alsoOfTests: true });
for (const former of [reports, logs]) rmSync(former, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const begunMs = Date.now();
const rows = [];

async function runLane(lane) {
  const done = [];
  for (const step of lane.filter(({ isOnlyLong }) => isLong || !isOnlyLong)) {
    const { row, output } = await runStep(pace.paced(step, pace.slownessOf(rows)), isLong);
    done.push(row);
    console.log(`${row.ok ? 'ok  ' : 'FAIL'} ${row.name} (${row.seconds.toFixed(1)} s)`);
    if (output) console.log(output);
  }
  return done;
}

for (const lanes of planOf()) rows.push(...(await Promise.all(lanes.map(runLane))).flat());
for (const line of summary.summaryOf(rows, (Date.now() - begunMs) / 60_000)) console.log(line);
process.exitCode = rows.some(({ ok }) => !ok) ? 1 : 0;
