// A spec and the set-up files run in Jest's own registry; whatever they import is kept for the worker.
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { isLoaded, load, serve } = require('./kept-modules.cjs');
const { here } = require('./kept-environment.cjs');

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  if (options.parsingContext !== here) return compileFunction(code, parameters, options);
  return compileFunction(code, parameters, {
    ...options,
    parsingContext: undefined,
    importModuleDynamically: undefined,
  });
};

// A stack may run through modules that an earlier file loaded: the places of source maps belong to the worker.
const sourceMaps = new Map();
const ofJest = /^(@jest\/|jest-|expect$)/;

class KeptRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    this.transformCache.sourceMaps = sourceMaps;
    serve(this);
    // In Jest's own registry each module gets it as a parameter.
    globalThis.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }

  requireModuleOrMock(from, name) {
    if (ofJest.test(name) || this._resolution.isCoreModule(name)) return super.requireModuleOrMock(from, name);
    return this.kept(this.pathOf(from, name));
  }

  /** What Jest asks for by its path is a spec or a set-up file; set-up files of packages only change globals. */
  requireModule(from, name, ...rest) {
    if (name === undefined && from.includes('/node_modules/') && !rest[0]?.isInternalModule) return this.kept(from);
    return super.requireModule(from, name, ...rest);
  }

  /** Of Jest's own, the module that holds the tests of a file is loaded anew; `expect` and all else that it needs is kept. */
  requireInternalModule(from, name) {
    const isOfTests = name === undefined || this._resolution.isCoreModule(name);
    return isOfTests ? super.requireInternalModule(from, name) : this.kept(this.pathOf(from, name));
  }

  kept(path) {
    return isLoaded(path) ? load(path) : this._environment.keeping(() => load(path));
  }

  pathOf(from, name) {
    return this._resolution.resolveCjs(from, name);
  }

  codeOf(path) {
    return this.transformCache.transform(path);
  }
}

module.exports = KeptRuntime;
