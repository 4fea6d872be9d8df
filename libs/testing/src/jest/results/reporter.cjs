const lines = require('./lines.cjs');

/** A reporter of Jest: appends what a file came to when it ends. */
class Results {
  onTestResult({ context }, { testFilePath, testResults, perfStats, failureMessage, testExecError }) {
    const failed = testResults.filter(({ status }) => status === 'failed');
    // A file that could not be loaded, or whose worker ended, has a message and no failed test.
    const isLost =
      Boolean(testExecError) || (failed.length === 0 && testResults.length === 0 && Boolean(failureMessage));
    lines.end({
      ended: testFilePath,
      project: context.config.displayName.name,
      seconds: Math.max(0, perfStats.end - perfStats.start) / 1000,
      passed: testResults.filter(({ status }) => status === 'passed').length,
      failed: failed.map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages.join(' ') })),
      ...(isLost ? { lost: failureMessage ?? testExecError.message } : {}),
    });
  }
}

module.exports = Results;
