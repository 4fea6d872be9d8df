// main.js of a bundle that many processes run: it runs code.js, which lies beside it, with the machine code that V8 made of it
// at the build (code.cache). Without that file, or when V8 refuses it, the same code is compiled here. Of source maps Node
// reads nothing then.
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
if (process.argv[2] === 'compile' && require.main === module) {
  // The functions that ran by then are compiled: they are what a start needs.
  process.once('exit', (code) => {
    if (code !== 0) return;
    writeFileSync(`${cache}.new`, script.createCachedData());
    renameSync(`${cache}.new`, cache);
  });
}
const code = { exports: {} };
script.runInThisContext().call(code.exports, code.exports, require, code, file, __dirname);
module.exports = code.exports;
