const TestSequencer = require('@jest/test-sequencer').default;
const { join, relative } = require('node:path');
const { longestFirst } = require('./longest-first.cjs');
const results = require('./results/lines.cjs');
const { readTimes } = require('./times.cjs');

const root = join(__dirname, '../../../..');

/** The order of the test files of a run, by the times that the repository keeps: Jest's own are empty in a fresh clone. */
class Sequencer extends TestSequencer {
  sort(tests) {
    const byFile = new Map(tests.map((test) => [relative(root, test.path), test]));
    const sorted = longestFirst([...byFile.keys()], readTimes()).map((file) => byFile.get(file));
    results.list(sorted.map(({ path }) => path));
    return sorted;
  }
}

module.exports = Sequencer;
