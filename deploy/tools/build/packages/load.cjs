// dist/packages/main.js: loads a package from code.js, which is compiled once at the build (code.cache). Without that
// file, or when V8 refuses it, the same code is compiled here.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
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

const script = new Script(wrap(readFileSync(file, 'utf8')), { filename: file, cachedData: cached() });
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
