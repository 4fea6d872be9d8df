const { KeptEnvironment } = require('./kept-environment.cjs');
const KeptRuntime = require('./kept-runtime.cjs');
const { default: IsolatedRuntime } = require('./cached-runtime.cjs');

/** The runtime that fits the environment of a file. */
function runtimeOf(config, environment, ...rest) {
  return new (environment instanceof KeptEnvironment ? KeptRuntime : IsolatedRuntime)(config, environment, ...rest);
}

module.exports = { __esModule: true, default: runtimeOf };
