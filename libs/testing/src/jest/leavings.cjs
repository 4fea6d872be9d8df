// The kinds of things that a file can leave behind in its worker. Each is read as a map and written key by key.
const { isDeepStrictEqual } = require('node:util');

/** The own properties of an object; the variables of an environment are such. */
const propertiesOf = (object) => ({
  read: () => new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)])),
  write(key, descriptor) {
    if (!descriptor) Reflect.deleteProperty(object, key);
    else if (!Reflect.defineProperty(object, key, descriptor)) object[key] = descriptor.value;
  },
  isSame: (a, b) => a?.get === b?.get && a?.set === b?.set && Object.is(a?.value, b?.value) && !a === !b,
});

/** Who listens to an emitter. A listener that stays is left alone: with its first listener a signal changes its meaning. */
const listenersOf = (emitter) => ({
  read: () => new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)])),
  write(name, wanted = []) {
    const present = emitter.rawListeners(name);
    for (const one of present) if (!wanted.includes(one)) emitter.removeListener(name, one);
    for (const one of wanted) if (!present.includes(one)) emitter.on(name, one);
  },
  isSame: (a, b) => isDeepStrictEqual(a, b),
});

/** What the process tells by a call alone, and its words, which are changed in place. */
const ofProcess = {
  read: () =>
    new Map([
      ['cwd', process.cwd()],
      ['umask', process.umask()],
      ['exitCode', process.exitCode],
      ['argv', [...process.argv]],
    ]),
  write(key, value) {
    if (key === 'cwd') process.chdir(value);
    if (key === 'umask') process.umask(value);
    if (key === 'exitCode') process.exitCode = value;
    if (key === 'argv') process.argv.splice(0, Infinity, ...value);
  },
  isSame: (a, b) => isDeepStrictEqual(a, b),
};

const builtIns = ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Date', 'RegExp']
  .concat(['Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Error', 'JSON', 'Math', 'Reflect', 'Intl', 'Buffer', 'URL'])
  .concat(['Uint8Array', 'AbortController', 'AbortSignal', 'Response', 'Request', 'Headers', 'console', 'performance'])
  .map((name) => globalThis[name]);
const objects = [globalThis, process, process.env, process.stdout, process.stderr, ...builtIns].concat(
  builtIns.flatMap((one) => (typeof one === 'function' && one.prototype ? [one.prototype] : [])),
);

/** All that is watched from the first file on. */
const leavings = [...objects.map(propertiesOf), listenersOf(process), ofProcess];

/** Where `expect` keeps what files add to it. */
const ofExpect = Symbol.for('$$jest-matchers-object');
/** Packages keep what is one for the whole process (a tracer, a dispatcher) in an object under a symbol of their own. */
const registries = () =>
  Object.getOwnPropertySymbols(globalThis)
    .map((symbol) => Object.getOwnPropertyDescriptor(globalThis, symbol).value)
    .filter((value) => typeof value === 'object' && value !== null)
    .flatMap((value) =>
      value === globalThis[ofExpect] ? [value, value.matchers, value.customEqualityTesters] : [value],
    );

module.exports = { leavings, propertiesOf, registries };
