const { patient } = require('./patience.cjs');

function* blocksUnder(block) {
  yield block;
  for (const child of block.children) if (child.type === 'describeBlock') yield* blocksUnder(child);
}

/** Lengthens what tests and hooks give as their own time limit, once a file has said all of its tests. */
function lengthenLimits({ name }, { rootDescribeBlock }) {
  if (name !== 'run_start') return;
  for (const { tests, hooks } of blocksUnder(rootDescribeBlock))
    for (const limited of [...tests, ...hooks]) if (limited.timeout) limited.timeout = patient(limited.timeout);
}

module.exports = { lengthenLimits };
