/** On a machine that takes twice as long as the shares say, a third worker only makes all of them late. */
const slowAt = 2;

/** How many times as long as their shares the steps took that have ended. */
function slownessOf(rows) {
  const shared = rows.filter(({ shareS }) => shareS !== undefined);
  const sum = (of) => shared.reduce((total, row) => total + of(row), 0);
  return shared.length === 0 ? 1 : sum(({ seconds }) => seconds) / sum(({ shareS }) => shareS);
}

/** The step as it runs on a machine of that slowness. */
function paced(step, slowness) {
  if (slowness < slowAt) return step;
  return { ...step, command: step.command.map((word) => (word === '--maxWorkers=3' ? '--maxWorkers=2' : word)) };
}

module.exports = { paced, slownessOf };
