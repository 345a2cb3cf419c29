import { shippedSoftware } from '../build/describe-shipped.mjs';
import { npm } from '../setup/dependencies.mjs';

/**
 * @typedef {object} Report output of `npm audit --json`
 * @property {Record<string, { severity: string, nodes?: readonly string[], via?: readonly (string | { title?: string, url?: string })[] }>} [vulnerabilities]
 */

/**
 * Asks the registry about package-lock.json, and keeps the shipped packages. `--omit=dev` would drop most of them:
 * bundled packages are development dependencies for npm.
 * @param {string} root
 */
export async function auditShipped(root) {
  const { output } = await npm(root, ['audit', '--json', '--package-lock-only']);
  return judge(output, shippedSoftware(root));
}

/**
 * Returns the number of known vulnerabilities of the shipped software, and lines about them. An unreachable registry is
 * no failure.
 * @param {string} output of npm
 * @param {readonly { folder: string, name: string, version: string }[]} shipped
 */
export function judge(output, shipped) {
  const found = reportIn(output)?.vulnerabilities;
  if (found === undefined)
    return { failed: 0, lines: ['No response of the registry about vulnerabilities: not checked.'] };
  const faults = Object.entries(found).flatMap(([name, { severity, nodes = [], via = [] }]) => {
    const part = shipped.find(({ folder }) => nodes.includes(folder));
    if (part === undefined) return [];
    const why = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} ${cause.url}`)).join('; ');
    return [`${name} ${part.version}, ${severity}: ${why}`];
  });
  const others = Object.keys(found).length - faults.length;
  const rest = others > 0 ? [`(${others} more in packages that are not shipped: npm audit lists them.)`] : [];
  const verdict = faults.length > 0 ? faults : [`None known in the ${shipped.length} shipped packages.`];
  return { failed: faults.length, lines: [...verdict, ...rest] };
}

/** npm may print warnings before its report. @param {string} output @returns {Report | undefined} */
function reportIn(output) {
  const start = output.indexOf('{');
  const end = output.lastIndexOf('}');
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(output.slice(start, end + 1));
  } catch {
    // Truncated or missing report: the registry has not answered.
    return undefined;
  }
}
