// One file of JSON lines a run, `TEST_RESULTS`, to which Jest's process and its workers append while tests run: a run that is
// cut then still says what passed, failed and was not reached. Jest's own report comes only at the end of a run.
const { appendFileSync } = require('node:fs');

const path = process.env.TEST_RESULTS;

/** A line is appended by one call, so that processes do not write into each other's. @param {object} line */
function write(line) {
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** @param {string[]} paths of all files that this run shall run */
const list = (paths) => write({ listed: paths });

/** @param {string} file that this worker runs from now on */
const begin = (file) => write({ begun: file, pid: process.pid, atMs: Date.now() });

/** @param {object} result of a file */
const end = (result) => write(result);

module.exports = { begin, end, list };
