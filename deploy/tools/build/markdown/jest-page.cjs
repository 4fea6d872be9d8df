// Jest loads a file of Markdown as the page that the bundler makes of it.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { moduleOf } = require('./render.cjs');

const makers = ['render.cjs', 'slug.cjs'].map((file) => readFileSync(`${__dirname}/${file}`));

module.exports = {
  process: (text, path) => ({
    code: `module.exports = { __esModule: true, default: ${moduleOf(text, path)} };`,
  }),
  /** Jest keeps what it made: another way to make it must count, too. */
  getCacheKey: (text, path) => {
    const hash = createHash('sha256').update(path).update('\0').update(text);
    for (const maker of makers) hash.update(maker);
    return hash.digest('hex');
  },
};
