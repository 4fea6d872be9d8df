const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { Before } = require('./before.cjs');
const { lengthenLimits } = require('./longer-limits.cjs');
const results = require('./results/lines.cjs');

/** Stands for the context of a file, which has none of its own. */
const here = {};

/** Fake timers of the one realm that there is: Node's own streams and sockets need the true `nextTick` of the process. */
class FakeTimers extends ModernFakeTimers {
  useFakeTimers({ doNotFake = [], ...more } = {}) {
    super.useFakeTimers({ ...more, doNotFake: [...doNotFake, 'nextTick'] });
  }
}

/** Files of a worker share one realm, whose modules stay; each file finds the globals as the first one found them. */
class KeptEnvironment {
  constructor({ projectConfig }, { testPath }) {
    results.begin(testPath);
    this.before = new Before();
    this.global = globalThis;
    this.context = here;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new FakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.before.restore();
    this.context = null;
  }

  /** What a module changes while it loads stays, since it loads once. */
  keeping(load) {
    return this.before.keeping(load);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }

  handleTestEvent(event, state) {
    lengthenLimits(event, state);
  }
}

module.exports = { KeptEnvironment, here };
