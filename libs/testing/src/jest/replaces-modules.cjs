const { readFileSync } = require('node:fs');

const replacing =
  /\bjest\s*\.\s*(mock|doMock|unmock|dontMock|setMock|deepUnmock|unstable_\w+|enableAutomock|requireMock|createMockFromModule|resetModules|isolateModules(Async)?)\s*[(<]/;

/** Whether a spec replaces modules or loads them anew, so that it can share none with other files. */
const replacesModules = (path) => replacing.test(readFileSync(path, 'utf8'));

module.exports = { replacesModules };
