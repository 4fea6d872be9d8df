const slowestFiles = 10;

/** On a quiet machine the steps together may take this many times the sum of their shares. */
const mostOfShares = 1.5;

/**
 * The last lines of a run: a table of the steps, the slowest test files, steps past their share of time, what was cut,
 * what passed only at its second try, what failed, and the sum. A record that keeps the end alone so keeps what failed.
 * @param rows one a step, in the plan's order
 * @param minutes of the whole run
 * @param {string[]} faults what fails the run although no step failed: each counts as one that failed
 */
function summaryOf(rows, minutes, faults = []) {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const passed = sum((row) => row.passed + (row.ok ? 1 : 0));
  const failed = sum((row) => row.failed + (row.ok ? 0 : 1)) + faults.length;
  const named = (word, failuresOf) =>
    rows.flatMap((row) =>
      failuresOf(row).flatMap(({ title, reason }) => [
        `${word} ${row.name}: ${title}`,
        ...(reason ? [`  ${reason}`] : []),
      ]),
    );
  return [
    '',
    line('step', 'result', 'tests', 'failed', 'seconds', 'cpu', 'share'),
    ...rows.map((row) =>
      line(
        row.name,
        row.ok ? 'ok' : 'FAIL',
        row.passed + row.failed,
        row.failed,
        row.seconds.toFixed(1),
        row.cpuS?.toFixed(0) ?? '',
        row.shareS?.toFixed(0) ?? '',
      ),
    ),
    ...slowestOf(rows),
    '',
    ...rows
      .filter(({ seconds, shareS }) => shareS !== undefined && seconds > shareS)
      .map(({ name, seconds, shareS }) => `SLOW ${name}: ${seconds.toFixed(0)} s of ${shareS.toFixed(0)} s`),
    ...rows.flatMap(({ notes = [] }) => notes),
    ...rows.flatMap(cutLinesOf),
    `all steps: ${minutes.toFixed(1)} min`,
    ...named('SECOND TRY', ({ secondTries }) => secondTries),
    ...named('FAILED', ({ ok, failures }) => (ok ? [] : failures)),
    ...faults.map((fault) => `FAILED on a quiet machine: ${fault}`),
    `${passed} passed, ${failed} failed`,
  ];
}

function slowestOf(rows) {
  const files = rows.flatMap(({ name, files }) => files.map((one) => ({ ...one, step: name })));
  if (files.length === 0) return [];
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, slowestFiles);
  return [
    '',
    'slowest files:',
    ...slowest.map(
      ({ file, seconds, step, project }) => `${seconds.toFixed(1).padStart(7)} s  ${file} (${project ?? step})`,
    ),
  ];
}

function line(name, result, tests, failed, seconds, cpu, share) {
  const numbers = [tests, failed, seconds, cpu, share].map((one) => String(one).padStart(8)).join('');
  return `${name.padEnd(12)} ${result.padEnd(6)}${numbers}`.trimEnd();
}

/** Of a step that the end of the run cut: each file by its name. */
function cutLinesOf({ name, cut, files }) {
  if (!cut) return [];
  const passed = files.filter(({ failed }) => failed.length === 0).map(({ file }) => file);
  return [
    `PASSED ${name}: ${passed.length} files: ${passed.join(' ')}`,
    ...cut.underWay.map((file) => `UNDER WAY ${name}: ${file}`),
    ...cut.notReached.map((file) => `NOT REACHED ${name}: ${file}`),
  ];
}

/**
 * What a quiet machine does not excuse, a sentence each: a test that needs a second try, and steps that together took
 * longer than they may.
 */
function faultsOfQuiet(rows) {
  const tries = rows.flatMap(({ secondTries }) => secondTries);
  const shared = rows.filter(({ shareS }) => shareS !== undefined);
  const sum = (of) => shared.reduce((total, row) => total + of(row), 0);
  const [took, may] = [sum(({ seconds }) => seconds), mostOfShares * sum(({ shareS }) => shareS)];
  return [
    ...(tries.length > 0 ? [`${tries.length} tests passed only at their second try`] : []),
    ...(took > may ? [`the steps took ${took.toFixed(0)} s together and may take ${may.toFixed(0)} s`] : []),
  ];
}

module.exports = { faultsOfQuiet, summaryOf };
