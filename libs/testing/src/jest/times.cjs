const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const path = join(__dirname, 'times.json');
const root = join(__dirname, '../../../..');

/** How many seconds each test file took, by its path from the root; files of less than a second are left out. */
function readTimes() {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * Keeps what these files took, in the order of paths and in whole seconds, so that a new run changes few lines; other files
 * keep what they had while they are there.
 * @param files as results.cjs reads them
 */
function writeTimes(files) {
  const times = {
    ...readTimes(),
    ...Object.fromEntries(files.map(({ file, seconds }) => [file, Math.round(seconds)])),
  };
  const rows = Object.entries(times)
    .filter(([file, seconds]) => seconds > 0 && existsSync(join(root, file)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

module.exports = { readTimes, writeTimes };
