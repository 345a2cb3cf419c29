/** @typedef {{ name: string, passed: number, failed: number, skipped: number, ms: number }} StepResult */

/**
 * The part of vitest's JSON report that counts.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {readonly { status: string, assertionResults: readonly unknown[] }[]} testResults
 */

/**
 * What one run of vitest comes to. A file that could not even be loaded holds no failed test: it counts as one, and so
 * does a run that failed without naming a test or that wrote no report.
 * @param {Report | undefined} report
 * @param {number} exitCode
 */
export function resultOf(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests,
  };
}

/**
 * A line per step, and the count as the very last one.
 * @param {readonly StepResult[]} results
 */
export function summary(results) {
  const width = Math.max(...results.map((result) => result.name.length));
  const lines = results.map((result) => {
    const seconds = `${(result.ms / 1000).toFixed(1)} s`.padStart(8);
    return `${result.name.padEnd(width)} ${seconds}  ${inWords(result)}`;
  });
  const total = (/** @type {'passed' | 'failed'} */ kind) => results.reduce((sum, result) => sum + result[kind], 0);
  return [...lines, '', `${total('passed')} passed, ${total('failed')} failed`].join('\n');
}

/** @param {StepResult} result */
function inWords({ passed, failed, skipped }) {
  if (passed + failed + skipped === 0) return 'ok';
  if (passed + skipped === 0) return 'FAILED';
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
