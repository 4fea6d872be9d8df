const { readFileSync } = require('node:fs');

/**
 * What Jest wrote into the file of `--json --outputFile`, by test file.
 * @returns undefined when there is no report: the set-up failed, so nothing has run
 */
function readReport(path, root) {
  let results;
  try {
    results = JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return undefined;
  }
  return results.map(({ name, message, startTime, endTime, assertionResults }) => {
    const titlesOf = (wanted) =>
      assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName);
    const failed = titlesOf('failed');
    const isLost = failed.length === 0 && assertionResults.length === 0 && Boolean(message);
    return {
      path: name,
      file: name.slice(root.length + 1),
      seconds: Math.max(0, endTime - startTime) / 1000,
      passed: titlesOf('passed').length,
      failed: isLost ? ['did not run'] : failed,
      isLost,
    };
  });
}

/** Sums over files. A file that did not run has no test to count, and fails its step all the same. */
function totalsOf(files) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed, isLost }) => (isLost ? 0 : failed.length)) };
}

/** `file: title` of each test that failed. */
function failuresIn(files) {
  return files.flatMap(({ file, failed }) => failed.map((title) => `${file}: ${title}`));
}

/** The files of a first try, with those in the place of theirs that were run once more. */
function afterSecondTry(first, second) {
  const again = new Map(second.map((file) => [file.path, file]));
  return first.map((file) => again.get(file.path) ?? file);
}

module.exports = { afterSecondTry, failuresIn, readReport, totalsOf };
