const slowestFiles = 10;

/**
 * The last lines of a run: a table of the steps, the slowest test files, steps past their share of time, what passed
 * only at its second try, what failed, and the sum. A record that keeps the end alone so keeps what failed.
 * @param rows one a step that ran, in the plan's order
 * @param minutes of the whole run
 */
function summaryOf(rows, minutes) {
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  const passed = sum((row) => row.passed + (row.ok ? 1 : 0));
  const failed = sum((row) => row.failed + (row.ok ? 0 : 1));
  const named = (word, failuresOf) =>
    rows.flatMap((row) =>
      failuresOf(row).flatMap(({ title, reason }) => [
        `${word} ${row.name}: ${title}`,
        ...(reason ? [`  ${reason}`] : []),
      ]),
    );
  return [
    '',
    line('step', 'result', 'tests', 'failed', 'seconds', 'share'),
    ...rows.map((row) =>
      line(
        row.name,
        row.ok ? 'ok' : 'FAIL',
        row.passed + row.failed,
        row.failed,
        row.seconds.toFixed(1),
        row.shareS ?? '',
      ),
    ),
    ...slowestOf(rows),
    '',
    ...rows
      .filter(({ seconds, shareS }) => shareS !== undefined && seconds > shareS)
      .map(({ name, seconds, shareS }) => `SLOW ${name}: ${seconds.toFixed(0)} s of ${shareS} s`),
    `all steps: ${minutes.toFixed(1)} min`,
    ...named('SECOND TRY', ({ secondTries }) => secondTries),
    ...named('FAILED', ({ ok, failures }) => (ok ? [] : failures)),
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
    ...slowest.map(({ file, seconds, step }) => `${seconds.toFixed(1).padStart(7)} s  ${file} (${step})`),
  ];
}

function line(name, result, tests, failed, seconds, share) {
  const numbers = [tests, failed, seconds, share].map((one) => String(one).padStart(8)).join('');
  return `${name.padEnd(12)} ${result.padEnd(6)}${numbers}`.trimEnd();
}

module.exports = { summaryOf };
