const TestSequencer = require('@jest/test-sequencer').default;
const { readFileSync } = require('node:fs');

/** Whether an end-to-end file opens a stack of its own, in the place of the one that its worker shares among files. */
function opensOwnStack(path) {
  return path.endsWith('.e2e.ts') && /\bopenStack\(/.test(readFileSync(path, 'utf8'));
}

/**
 * Jest's usual order, but files with a stack of their own come first. They are the longest, and a worker then opens the
 * shared stack once, after them, instead of once more after each.
 */
class OwnStacksFirst extends TestSequencer {
  async sort(tests) {
    const usual = await super.sort(tests);
    const own = new Set(usual.filter(({ path }) => opensOwnStack(path)));
    return [...own, ...usual.filter((test) => !own.has(test))];
  }
}

module.exports = Object.assign(OwnStacksFirst, { opensOwnStack });
