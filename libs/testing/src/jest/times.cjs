const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const path = join(__dirname, 'times.json');

/** How many seconds each test file took, by its path from the root; files of less than a second are left out. */
function readTimes() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** In the order of paths and in whole seconds, so that a new run changes few lines. @param files as results.cjs reads them */
function writeTimes(files) {
  const rows = files
    .map(({ file, seconds }) => [file, Math.round(seconds)])
    .filter(([, seconds]) => seconds > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

module.exports = { readTimes, writeTimes };
