// dist/packages/main.js: loads a package from code.js, which is compiled once at the build (code.cache). Without that
// file, or when V8 refuses it, the same code is compiled here.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { wrap } = require('node:module');

const file = join(__dirname, 'code.js');
const cache = join(__dirname, 'code.cache');

function cached() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}

// V8 refuses code of a build with other flags. Those of the size of a heap change no code, and this heap has its size by now: while
// V8 looks they stand at their defaults, and then as they were given, for the heaps of threads.
const given = `${process.env.NODE_OPTIONS ?? ''} ${process.execArgv.join(' ')}`;
const sizes = [...given.matchAll(/(--max[-_](?:semi|old)[-_]space[-_]size)=(\d+)/g)];
for (const [, flag] of sizes) setFlagsFromString(`${flag}=0`);
const script = new Script(wrap(readFileSync(file, 'utf8')), { filename: file, cachedData: cached() });
for (const [flag] of sizes) setFlagsFromString(flag);
const code = { exports: {} };
script.runInThisContext().call(code.exports, code.exports, require, code, file, __dirname);

/** @param {string} name of a package, or a file of it, in names.mjs */
module.exports = (name) => code.exports[name]();

if (process.argv[2] === 'compile' && require.main === module) {
  for (const load of Object.values(code.exports)) load();
  // The functions that ran by then are compiled: they are what a start needs.
  const keep = () => {
    writeFileSync(`${cache}.new`, script.createCachedData());
    renameSync(`${cache}.new`, cache);
    process.exit(0);
  };
  if (process.argv[3]) void require(process.argv[3])(module.exports).then(keep);
  else keep();
}
