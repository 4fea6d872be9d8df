const { TestEnvironment } = require('jest-environment-node');
const { patient } = require('./patience.cjs');
const results = require('./results/lines.cjs');

function* blocksUnder(block) {
  yield block;
  for (const child of block.children) if (child.type === 'describeBlock') yield* blocksUnder(child);
}

/** Jest's usual environment; what tests and hooks give as their own time limit is lengthened for a slow machine. */
class PatientEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    results.begin(context.testPath);
  }

  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name !== 'run_start') return;
    for (const { tests, hooks } of blocksUnder(rootDescribeBlock))
      for (const limited of [...tests, ...hooks]) if (limited.timeout) limited.timeout = patient(limited.timeout);
  }
}

module.exports = PatientEnvironment;
