/**
 * `npm test`: lint, types, build, then the tests of every project under a real keychain. `npm test -- FILTERS` runs
 * only the test files that vitest finds by them. The last line is always `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { runWithKeyring } from './keyring/session.mjs';
import { resultOf, summary } from './test/summary.mjs';

/** @typedef {import('./test/summary.mjs').StepResult} StepResult */

const root = join(import.meta.dirname, '..');
const reports = join(root, 'out', 'test');
const bin = (/** @type {string} */ name) => join(root, 'node_modules', ...name.split('/'));
const projects = ['unit', 'simulation', 'faults', 'host', 'e2e'];
const filters = process.argv.slice(2);

/** @type {StepResult[]} */
const results = [];
if (filters.length === 0) {
  results.push(check('lint', [bin('@biomejs/biome/bin/biome'), 'ci', '.']));
  results.push(check('imports', [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), 'main', 'preload', 'renderer']));
  results.push(check('types', [bin('typescript/bin/tsc'), '--noEmit']));
}
results.push(await build());
if (filters.length > 0) results.push(await tests('chosen', filters));
else for (const project of projects) results.push(await tests(project, ['--project', project]));

console.log(`\n${summary(results)}`);
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0;

/**
 * @param {string} name
 * @param {readonly string[]} script
 * @returns {StepResult}
 */
function check(name, script) {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, script, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  return { name, passed: 0, failed: status === 0 ? 0 : 1, skipped: 0, ms: performance.now() - started };
}

/** @returns {Promise<StepResult>} */
async function build() {
  console.log('\n— build');
  const started = performance.now();
  const built = await ensureBuilt(root);
  return { name: 'build', passed: 0, failed: built === 'failed' ? 1 : 0, skipped: 0, ms: performance.now() - started };
}

/**
 * @param {string} name
 * @param {readonly string[]} choice arguments that tell vitest which tests
 * @returns {Promise<StepResult>}
 */
async function tests(name, choice) {
  console.log(`\n— ${name} tests`);
  const started = performance.now();
  const report = join(reports, `${name}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runWithKeyring(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...reporters, ...choice]);
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  return { name: `${name} tests`, ...resultOf(written, code), ms: performance.now() - started };
}
