const { readFileSync } = require('node:fs');
const { stripVTControlCharacters } = require('node:util');

const longestReason = 300;

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
    const of = (wanted) => assertionResults.filter(({ status }) => status === wanted);
    const failed = of('failed').map(({ fullName, failureMessages }) => ({
      title: fullName,
      reason: reasonOf(failureMessages.join(' ')),
    }));
    const isLost = failed.length === 0 && assertionResults.length === 0 && Boolean(message);
    return {
      path: name,
      file: name.slice(root.length + 1),
      seconds: Math.max(0, endTime - startTime) / 1000,
      passed: of('passed').length,
      failed: isLost ? [{ title: 'did not run', reason: reasonOf(message) }] : failed,
      isLost,
    };
  });
}

/** The words of a failure on one line, cut to what a summary has room for. */
function reasonOf(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, longestReason);
}

/** Sums over files. A file that did not run has no test to count, and fails its step all the same. */
function totalsOf(files) {
  const sum = (of) => files.reduce((total, file) => total + of(file), 0);
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed, isLost }) => (isLost ? 0 : failed.length)) };
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

module.exports = { afterSecondTry, failuresIn, readReport, totalsOf };
