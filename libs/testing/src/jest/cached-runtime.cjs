// Jest compiles every module anew for each test file: a tenth of the processor time of all specs. This runtime keeps what
// V8 compiled for as long as the worker lives. V8 itself refuses kept data that does not fit and compiles then.
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const kept = new Map();
const { compileFunction } = vm;

vm.compileFunction = (code, parameters, options) => {
  const before = kept.get(options.filename);
  if (before?.code === code) return compileFunction(code, parameters, { ...options, cachedData: before.data });
  const compiled = compileFunction(code, parameters, { ...options, produceCachedData: true });
  if (compiled.cachedData) kept.set(options.filename, { code, data: compiled.cachedData });
  return compiled;
};

module.exports = { __esModule: true, default: Runtime };
