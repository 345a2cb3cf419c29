/** @typedef {{ readonly where: string, readonly why: string }} OnlyWhere */
/** @typedef {{ readonly status: string, readonly fullName: string, readonly meta?: { readonly onlyWhere?: OnlyWhere } }} ReportedTest */
/** @typedef {{ readonly testResults: readonly { readonly assertionResults: readonly ReportedTest[] }[] }} Report */
/** @typedef {OnlyWhere & { readonly name: string }} LeftOut */

/**
 * Returns the skipped tests of vitest's JSON report that state a reason.
 * @param {Report | undefined} report
 * @returns {readonly LeftOut[]}
 */
export function leftOut(report) {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  return tests.flatMap(({ status, fullName, meta }) =>
    status === 'skipped' && meta?.onlyWhere ? [{ ...meta.onlyWhere, name: fullName.trim() }] : [],
  );
}

/**
 * Returns a paragraph for each missing environment, with a line for each reason and the tests below.
 * @param {readonly LeftOut[]} tests
 * @returns {readonly string[]}
 */
export function leftOutInWords(tests) {
  return [...Map.groupBy(tests, ({ where }) => where)].flatMap(([where, those]) => [
    '',
    `${those.length} ${those.length === 1 ? 'test is' : 'tests are'} played only ${where}:`,
    ...[...Map.groupBy(those, ({ why }) => why)].flatMap(([why, same]) => [
      `  because ${why}`,
      ...same.map(({ name }) => `    - ${name}`),
    ]),
  ]);
}
