import { shippedSoftware } from '../build/describe-shipped.mjs';
import { npm } from '../setup/dependencies.mjs';

/**
 * @typedef {object} Report what `npm audit --json` prints
 * @property {Record<string, { severity: string, nodes?: readonly string[], via?: readonly (string | { title?: string, url?: string })[] }>} [vulnerabilities]
 */

/**
 * Asks the registry about everything in package-lock.json, and keeps what is shipped. Most of that are development
 * dependencies by npm's word, because the bundler takes them in: `--omit=dev` would leave them out.
 * @param {string} root
 */
export async function auditShipped(root) {
  const { output } = await npm(root, ['audit', '--json', '--package-lock-only']);
  return judge(output, shippedSoftware(root));
}

/**
 * The known faults of the shipped software, counted and in lines. A registry that does not answer is no failure.
 * @param {string} output of npm
 * @param {readonly { folder: string, name: string, version: string }[]} shipped
 */
export function judge(output, shipped) {
  const found = reportIn(output)?.vulnerabilities;
  if (found === undefined)
    return { failed: 0, lines: ['The registry does not answer questions about faults: not checked.'] };
  const faults = Object.entries(found).flatMap(([name, { severity, nodes = [], via = [] }]) => {
    const part = shipped.find(({ folder }) => nodes.includes(folder));
    if (part === undefined) return [];
    const why = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`)).join('; ');
    return [`${name} ${part.version}, ${severity}: ${why}`];
  });
  const others = Object.keys(found).length - faults.length;
  const rest = others > 0 ? [`(${others} more in what is not shipped: npm audit lists them.)`] : [];
  const verdict = faults.length > 0 ? faults : [`None known in the ${shipped.length} packages that are shipped.`];
  return { failed: faults.length, lines: [...verdict, ...rest] };
}

/** npm may warn before its report. @param {string} output @returns {Report | undefined} */
function reportIn(output) {
  const start = output.indexOf('{');
  const end = output.lastIndexOf('}');
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(output.slice(start, end + 1));
  } catch {
    // Cut off, or no report at all: the registry has not answered.
    return undefined;
  }
}
