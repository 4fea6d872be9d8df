const { TestEnvironment } = require('jest-environment-node');
const { lengthenLimits } = require('./longer-limits.cjs');
const results = require('./results/lines.cjs');

/** Jest's usual environment; what tests and hooks give as their own time limit is lengthened for a slow machine. */
class PatientEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    results.begin(context.testPath);
  }

  handleTestEvent(event, state) {
    lengthenLimits(event, state);
  }
}

module.exports = PatientEnvironment;
