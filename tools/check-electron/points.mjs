/**
 * @typedef {{ readonly file: string, readonly test: string }} Proof
 * @typedef {{ readonly number: number, readonly title: string, readonly proofs: readonly Proof[] }} Point
 * @typedef {{ readonly status: string, readonly title: string, readonly fullName: string }} ReportedTest
 * @typedef {{ readonly testResults: readonly { readonly name: string, readonly assertionResults: readonly ReportedTest[] }[] }} Report
 */

/** Returns the rows of the table, in order. @param {string} text of SECURITY.md @returns {readonly Point[]} */
export function pointsOf(text) {
  const rows = text.matchAll(/^\| (\d+) \| (.+?) \| .+? \| (.+) \|$/gm);
  return [...rows].map(([, number = '', title = '', cell = '']) => ({
    number: Number(number),
    title,
    proofs: [...cell.matchAll(/`([^`]+)`: \*([^*]+)\*/g)].map(([, file = '', test = '']) => ({ file, test })),
  }));
}

/**
 * Returns a line for each of Electron's recommendations: proven by this run, or only by `npm test`.
 * @param {readonly Point[]} points
 * @param {Report | undefined} report of vitest
 */
export function pointsInWords(points, report) {
  const lines = points.map(({ number, title, proofs }) => {
    const here = proofs.flatMap((proof) => resultsOf(proof, report));
    const failed = here.filter((status) => status !== 'passed').length;
    const shown = here.length === 0 ? 'by npm test alone' : failed > 0 ? 'NOT SHOWN' : 'shown here';
    return `${String(number).padStart(4)}  ${shown.padEnd(17)}  ${title}`;
  });
  return ["Electron's twenty recommendations (SECURITY.md says what each test is):", ...lines];
}

/** @param {Proof} proof @param {Report | undefined} report */
function resultsOf({ file, test }, report) {
  const results = (report?.testResults ?? []).filter(({ name }) => name.replaceAll('\\', '/').endsWith(file));
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  return tests.filter(({ title, status }) => title === test && status !== 'skipped').map(({ status }) => status);
}
