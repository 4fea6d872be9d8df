const { basename } = require('node:path');

/** A change of one of these may change any result: what installs, compiles, orders and runs the tests. */
const everything =
  /^(package(-lock)?\.json|jest\.config\.cjs|tsconfig[^/]*\.json|\.swcrc|nx\.json|\.npmrc|\.ci\/.*|libs\/testing\/src\/jest\/.*|deploy\/tools\/test(\/.*|\.mjs))$/;
const isTest = (file) => /\.(spec|e2e)\.ts$/.test(file);

/**
 * The tests that a change can touch: those that load a changed file, over any number of files between, and those that
 * name it, or a folder of it, in a string, as one does that reads files by their path.
 * @param {string[]} changed files from the root; one that is gone counts, too
 * @param {Map<string, string[]>} loaders of each file
 * @param {Map<string, string>} texts of all sources, by file
 * @returns {string[] | undefined} tests; undefined: all of them
 */
function testsReached(changed, loaders, texts) {
  if (changed.some((file) => everything.test(file))) return undefined;
  const readers = [...texts].map(([file, text]) => ({ file, strings: stringsOf(text) }));
  const from = [];
  for (const file of changed) {
    const isLoaded = isTest(file) || loaders.has(file);
    const naming = readers.filter((reader) => reader.file !== file && names(reader.strings, file));
    if (!isLoaded && naming.length === 0 && !/\.tsx?$/.test(file)) return undefined;
    from.push(file, ...naming.map((reader) => reader.file));
  }
  return [...reached(from, loaders)].filter((file) => isTest(file) && texts.has(file)).sort();
}

/** The strings of a source that may be paths; what a comment says is none. */
function stringsOf(text) {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/'([^'\n]+)'|`([^`]+)`|"([^"\n]+)"/g)].map(([, ...found]) => found.find(Boolean));
}

/** A file is named by its path's end, or by the path of a folder that it is in. */
function names(strings, file) {
  const folders = file
    .split('/')
    .slice(0, -1)
    .map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  const name = basename(file);
  return strings.some(
    (string) => folders.includes(trimmed(string)) || trimmed(string) === file || endsWithName(string, name),
  );
}

const trimmed = (string) => string.replace(/^(\.\.?\/)+|\/$/g, '');
const endsWithName = (string, name) => string === name || string.endsWith(`/${name}`);

function reached(from, loaders) {
  const seen = new Set(from);
  for (const file of seen) for (const loader of loaders.get(file) ?? []) seen.add(loader);
  return seen;
}

module.exports = { testsReached };
