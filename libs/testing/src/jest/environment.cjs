const { KeptEnvironment } = require('./kept-environment.cjs');
const PatientEnvironment = require('./patient-environment.cjs');
const { replacesModules } = require('./replaces-modules.cjs');

/** The environment of a file: one that shares the worker's modules, or one of its own for a spec that replaces some. */
module.exports = function environmentOf(config, context) {
  return new (replacesModules(context.testPath) ? PatientEnvironment : KeptEnvironment)(config, context);
};
