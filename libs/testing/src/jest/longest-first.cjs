const { join } = require('node:path');
const { stackRank } = require('./stack-rank.cjs');

const root = join(__dirname, '../../../..');
/** In seconds: of a file that no run has timed yet. It is no reason to let the last worker wait for it. */
const unknownS = 5;
/** In seconds: a file on real servers that takes as long waits for most of it, and leaves its core to others. */
const waitingS = 10;
const onServers = /\.(store|bus)\.spec\.ts$/;

/**
 * End-to-end files first, by what they need of a stack, then all others; in each of these the longest first. A worker so
 * seldom opens a stack of a kind twice, and the files that come last are the shortest: no worker is idle long before the
 * others end. End-to-end files keep all cores busy: files that wait stand between them.
 * @param {string[]} files from the root of the checkout
 * @param {Record<string, number>} times seconds by file
 */
function longestFirst(files, times) {
  const rows = files.map((file) => ({
    file,
    rank: file.endsWith('.e2e.ts') ? stackRank(join(root, file)) : 5,
    seconds: times[file] ?? unknownS,
  }));
  rows.sort((one, other) => one.rank - other.rank || other.seconds - one.seconds);
  const waits = ({ file, seconds }) => seconds >= waitingS && onServers.test(file);
  const endToEnd = rows.filter(({ rank }) => rank < 5);
  const others = rows.filter(({ rank }) => rank === 5);
  if (endToEnd.length === 0) return others.map(({ file }) => file);
  const first = spread(others.filter(waits), endToEnd);
  return [...first, ...others.filter((row) => !waits(row))].map(({ file }) => file);
}

/** Rows between others, after equal parts of the time that these take. */
function spread(rows, among) {
  const part = among.reduce((sum, { seconds }) => sum + seconds, 0) / (rows.length + 1);
  const all = [];
  let placed = 0;
  let passedS = 0;
  for (const row of among) {
    all.push(row);
    passedS += row.seconds;
    while (placed < rows.length && passedS >= part * (placed + 1)) all.push(rows[placed++]);
  }
  return [...all, ...rows.slice(placed)];
}

module.exports = { longestFirst };
