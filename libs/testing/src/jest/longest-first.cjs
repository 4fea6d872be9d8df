const { join } = require('node:path');
const { stackRank } = require('./stack-rank.cjs');

const root = join(__dirname, '../../../..');
/** In seconds: of an end-to-end file that no run has timed yet. It is no reason to let the last worker wait for it. */
const unknownS = 5;
/** In seconds: of another file without a time, which is a short one (times.cjs) or a new one. */
const shortS = 0.3;

/**
 * End-to-end files first, by what they need of a stack: a worker so seldom opens a stack of a kind twice. Then files on real
 * servers, which wait, mixed with unit files, which calculate: neither leaves the processors idle for long. In each of these
 * the longest first: the files that come last are the shortest, and no worker is idle long before the others end.
 * @param {string[]} files from the root of the checkout
 * @param {Record<string, number>} times seconds by file
 */
function longestFirst(files, times) {
  const ofStacks = files
    .filter(isOfStack)
    .map((file) => ({ file, rank: stackRank(join(root, file)), seconds: times[file] ?? unknownS }))
    .sort((one, other) => one.rank - other.rank || other.seconds - one.seconds);
  const others = files.filter((file) => !isOfStack(file));
  const waiting = placed(others.filter(isOnServers), times);
  const calculating = placed(
    others.filter((file) => !isOnServers(file)),
    times,
  );
  const mixed = [...waiting, ...calculating].sort((one, other) => one.place - other.place);
  return [...ofStacks, ...mixed].map(({ file }) => file);
}

const isOfStack = (file) => file.endsWith('.e2e.ts');
const isOnServers = (file) => /\.(store|bus)\.spec\.ts$/.test(file);

/** The longest first, each with the share of the seconds of all that come before it. */
function placed(files, times) {
  const rows = files
    .map((file) => ({ file, seconds: times[file] ?? shortS }))
    .sort((one, other) => other.seconds - one.seconds);
  const all = rows.reduce((sum, { seconds }) => sum + seconds, 0);
  let before = 0;
  return rows.map(({ file, seconds }) => {
    const place = before / all;
    before += seconds;
    return { file, place };
  });
}

module.exports = { longestFirst };
