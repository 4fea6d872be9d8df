const { readFileSync } = require('node:fs');
const { stripVTControlCharacters } = require('node:util');

const longestReason = 300;

/**
 * What the files of a run of Jest came to, from the file of lines that libs/testing/src/jest/results writes while they run.
 * @returns undefined when no line was written: the set-up failed, so nothing has run
 */
function readResults(path, root) {
  const lines = linesOf(path);
  if (lines.length === 0) return undefined;
  const local = (name) => name.slice(root.length + 1);
  const ended = new Map(lines.filter((line) => line.ended).map((line) => [line.ended, line]));
  const begun = lines.filter((line) => line.begun && !ended.has(line.begun));
  const listed = lines.flatMap(({ listed = [] }) => listed);
  const isBegun = new Set(begun.map((line) => line.begun));
  return {
    files: [...ended.values()].map((line) => ({ ...fileOf(line), file: local(line.ended) })),
    underWay: begun.map((line) => ({ path: line.begun, file: local(line.begun), pid: line.pid, atMs: line.atMs })),
    notReached: listed.filter((name) => !ended.has(name) && !isBegun.has(name)).map(local),
  };
}

/** A run that was cut may leave the last line unfinished. */
function linesOf(path) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function fileOf({ ended, project, seconds, passed, failed, lost }) {
  const tests = failed.map(({ title, message }) => ({ title, reason: reasonOf(message) }));
  const isLost = lost !== undefined;
  const failures = isLost ? [...tests, { title: 'did not run', reason: reasonOf(lost) }] : tests;
  return { path: ended, project, seconds, passed, failed: failures, isLost };
}

/** The words of a failure on one line, cut to what a summary has room for. */
function reasonOf(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, longestReason);
}

/** Sums over files. A file that did not run has no test to count, and fails its step all the same. */
function totalsOf(files) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed, isLost }) => failed.length - (isLost ? 1 : 0)),
  };
}

/** Each test that failed, its title after its file, with the reason. */
function failuresIn(files) {
  return files.flatMap(({ file, failed }) =>
    failed.map(({ title, reason }) => ({ title: `${file}: ${title}`, reason })),
  );
}

/** The files of a first try, with those in the place of theirs that were run once more. */
function afterSecondTry(first, second) {
  const again = new Map(second.map((file) => [file.path, file]));
  return first.map((file) => again.get(file.path) ?? file);
}

module.exports = { afterSecondTry, failuresIn, readResults, totalsOf };
