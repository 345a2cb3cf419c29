/**
 * `npm run check-electron [-- --first] [--electron=PATH] [TEST FILES]`: runs the end-to-end tests on the real Electron,
 * lists the tests limited to the Chromium host, and proves Electron's twenty recommendations. For an installed app,
 * checks only the refusal of a debugger. `--first` only runs ten quick probes of the likeliest faults. Exits with 2
 * without Electron; otherwise the last line is `N passed, N failed`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build/ensure-built.mjs';
import { electronVersionIn, findElectron, refusesDebugger } from './check-electron/find.mjs';
import { firstInWords, runProbes } from './check-electron/first.mjs';
import { pointsInWords, pointsOf } from './check-electron/points.mjs';
import { runVitest } from './test/run-vitest.mjs';
import { leftOutInWords } from './test/skipped.mjs';
import { summary } from './test/summary.mjs';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { electron: { type: 'string' }, first: { type: 'boolean' } },
});
const found = findElectron({ root, named: values.electron, platform: process.platform, env: process.env });
if ('refusal' in found) stop(found.refusal);
const { binary, kind } = found;
if (kind === 'app') await checkInstalled();
if ((await ensureBuilt(root)) === 'failed') process.exit(1);

if (values.first) await checkFirst();

process.env['TILLMATE_ELECTRON'] = binary;
console.log(`${await runningVersion()}, running this checkout: ${binary}`);
const { leftOut, report, ...result } = await runVitest(root, 'electron', ['--project', 'e2e*', ...positionals]);
for (const line of leftOutInWords(leftOut)) console.log(line);
const points = pointsOf(readFileSync(join(root, 'SECURITY.md'), 'utf8'));
for (const line of ['', ...pointsInWords(points, report)]) console.log(line);
console.log(`\n${summary([result])}`);
process.exitCode = result.failed > 0 ? 1 : 0;

/** @returns {Promise<never>} */
async function checkFirst() {
  const said = await runProbes(binary);
  const { lines, failed } = firstInWords(said);
  console.log([said.split('\n')[0], ...lines].join('\n'));
  if (failed > 0) console.log(`\nOutput:\n${said}`);
  console.log(`\n${summary([{ name: 'first', passed: lines.length - failed, failed, skipped: 0, ms: 0 }])}`);
  process.exit(failed > 0 ? 1 : 0);
}

/** Checks an installed app from outside: only the refusal of a debugger. @returns {Promise<never>} */
async function checkInstalled() {
  const refused = await refusesDebugger(binary);
  console.log(`${binary} is an installed app: the end-to-end tests need a debugger and run on Electron itself.`);
  console.log(refused ? 'Debugger refused, with a message.' : 'FAILED: debugger not refused.');
  console.log(
    `\n${summary([{ name: 'installed', passed: refused ? 1 : 0, failed: refused ? 0 : 1, skipped: 0, ms: 0 }])}`,
  );
  process.exit(refused ? 0 : 1);
}

/** Starts the app once; the user agent shows the runtime. */
async function runningVersion() {
  const { launchApp } = await import('../test/e2e/harness/index.ts');
  const app = await launchApp({ args: ['--training'] });
  const session = await app.browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  await app.stop();
  return electronVersionIn(userAgent) ?? stop([`${binary} opens the app's windows but is not Electron: ${userAgent}`]);
}

/** @param {readonly string[]} lines @returns {never} */
function stop(lines) {
  console.error(lines.join('\n'));
  process.exit(2);
}
