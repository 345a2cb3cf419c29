import { relative } from 'node:path';

/**
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, ms: number, failures?: readonly string[] }} StepResult
 * `failures`: names of the failures, if other than the step's name
 */

/**
 * The used part of vitest's JSON report.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numPendingTests
 * @property {readonly { name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }[]} testResults
 */

/**
 * Returns the result of a vitest run. A file that failed without a failed test (such as a load error) counts as a
 * failure, and so does a failed run without a named test or a report.
 * @param {Report | undefined} report
 * @param {number} exitCode
 */
export function resultOf(report, exitCode) {
  const failures = (report?.testResults ?? []).filter(({ status }) => status === 'failed').flatMap(failuresOf);
  if (failures.length === 0 && exitCode !== 0) failures.push(`no test: the run ended with ${exitCode}`);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    skipped: report?.numPendingTests ?? 0,
    failures,
  };
}

/** @param {Report['testResults'][number]} file that failed */
function failuresOf({ name, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const file = relative('', name);
  return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file}: ${fullName.trim()}`);
}

/**
 * Returns a line per step, the failures by name, and the count as the last line.
 * @param {readonly StepResult[]} results
 */
export function summary(results) {
  const width = Math.max(...results.map((result) => result.name.length));
  const lines = results.map((result) => {
    const seconds = `${(result.ms / 1000).toFixed(1)} s`.padStart(8);
    return `${result.name.padEnd(width)} ${seconds}  ${inWords(result)}`;
  });
  const total = (/** @type {'passed' | 'failed'} */ kind) => results.reduce((sum, result) => sum + result[kind], 0);
  const failures = results.flatMap(({ failures, failed, name }) => failures ?? (failed > 0 ? [name] : []));
  return [
    ...lines,
    '',
    ...failures.map((failure) => `FAILED ${failure}`),
    `${total('passed')} passed, ${total('failed')} failed`,
  ].join('\n');
}

/** @param {StepResult} result */
function inWords({ passed, failed, skipped }) {
  if (passed + failed + skipped === 0) return 'ok';
  if (passed + skipped === 0) return 'FAILED';
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
