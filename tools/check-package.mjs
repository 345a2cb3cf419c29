/**
 * `npm run check-package [-- --package=FOLDER]`: packs the built app offline as `npm run dist` does, opens the package,
 * and checks the content (test/package/); or checks a package of `npm run dist` below dist/. Then asks the registry for
 * known vulnerabilities of the shipped software; an unreachable registry is reported, not a failure. The last line is
 * `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build/ensure-built.mjs';
import { auditShipped } from './check-package/audit.mjs';
import { electronBinary } from './setup/electron.mjs';
import { runVitest } from './test/run-vitest.mjs';
import { leftOutInWords } from './test/skipped.mjs';
import { summary } from './test/summary.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { package: { type: 'string' } } });
const folder = values.package === undefined ? undefined : resolve(values.package);
if (folder !== undefined && !existsSync(folder)) {
  console.error(`Folder ${folder} not found.`);
  process.exit(2);
}
if ((await ensureBuilt(root)) === 'failed') process.exit(1);

if (folder !== undefined) console.log(`Checking ${folder}.`);
else if (electronBinary(root) === undefined)
  console.log('Packing a placeholder for Electron: not installed by npm on this machine.');
else console.log('Packing Electron.');
const env = folder === undefined ? {} : { TILLMATE_PACKAGE: folder };
const { leftOut, ...packed } = await runVitest(root, 'package', ['--project', 'package'], env);
for (const line of leftOutInWords(leftOut)) console.log(line);

console.log('\n— known vulnerabilities of shipped packages');
const started = performance.now();
const audit = await auditShipped(root);
for (const line of audit.lines) console.log(line);
const audited = { name: 'audit', passed: 0, failed: audit.failed, skipped: 0, ms: performance.now() - started };

console.log(`\n${summary([packed, audited])}`);
process.exitCode = packed.failed + audited.failed > 0 ? 1 : 0;
