const { existsSync, readFileSync } = require('node:fs');

/** What a run says of the stacks that its keepers noted in a file, each by the file that needed it; undefined without a file. */
function openingsLine(path) {
  if (!existsSync(path)) return undefined;
  const all = readFileSync(path, 'utf8').trim().split('\n');
  const each = all.map((line) => JSON.parse(line)).map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`);
  return `${all.length} stacks opened: ${each.join(', ')}`;
}

module.exports = { openingsLine };
