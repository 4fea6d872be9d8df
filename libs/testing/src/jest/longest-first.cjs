const { join } = require('node:path');
const { stackRank } = require('./stack-rank.cjs');

const root = join(__dirname, '../../../..');
/** In seconds: of an end-to-end file that no run has timed yet. It is no reason to let the last worker wait for it. */
const unknownS = 5;
/** In seconds: of another file without a time, which is a short one (times.cjs) or a new one. */
const shortS = 0.3;

/**
 * End-to-end files first, by what they need of a stack, then all others; in each of these the longest first. A worker so
 * seldom opens a stack of a kind twice, and the files that come last are the shortest: no worker is idle long before the
 * others end.
 * @param {string[]} files from the root of the checkout
 * @param {Record<string, number>} times seconds by file
 */
function longestFirst(files, times) {
  const rows = files.map((file) => {
    const isOfStack = file.endsWith('.e2e.ts');
    return {
      file,
      rank: isOfStack ? stackRank(join(root, file)) : 5,
      seconds: times[file] ?? (isOfStack ? unknownS : shortS),
    };
  });
  rows.sort((one, other) => one.rank - other.rank || other.seconds - one.seconds);
  return rows.map(({ file }) => file);
}

module.exports = { longestFirst };
