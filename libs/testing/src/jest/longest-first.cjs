const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../../../..');
/** In seconds: of a file that no run has timed yet. It is no reason to let the last worker wait for it. */
const unknownS = 5;

/** Whether an end-to-end file opens a stack of its own, in the place of the one that its worker shares among files. */
function opensOwnStack(file) {
  return file.endsWith('.e2e.ts') && /\bopenStack\(/.test(readFileSync(join(root, file), 'utf8'));
}

/**
 * Files with a stack of their own first, then the other end-to-end files, then all others; in each of these the longest
 * first. A worker so opens the shared stack once, after those of single files, and the files that come last are the
 * shortest: no worker is idle long before the others end.
 * @param {string[]} files from the root of the checkout
 * @param {Record<string, number>} times seconds by file
 */
function longestFirst(files, times) {
  const rows = files.map((file) => ({
    file,
    rank: opensOwnStack(file) ? 0 : file.endsWith('.e2e.ts') ? 1 : 2,
    seconds: times[file] ?? unknownS,
  }));
  rows.sort((one, other) => one.rank - other.rank || other.seconds - one.seconds);
  return rows.map(({ file }) => file);
}

module.exports = { longestFirst, opensOwnStack };
