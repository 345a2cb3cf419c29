/**
 * `npm test`: lint, types, build, then the tests that most changes need, under a real keychain. `npm run test:long`: the
 * others. `npm test -- FILTERS` runs only the test files that vitest finds by them, of both; `npm test -- --changed` those
 * that a change since the last commit may break. What this machine cannot play is listed, each with its reason. The last
 * line is always `N passed, N failed`.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { runVitest } from './test/run-vitest.mjs';
import { leftOutInWords } from './test/skipped.mjs';
import { summary } from './test/summary.mjs';
import { changedFiles, touchedBy } from './test/touched.mjs';

/** @typedef {import('./test/summary.mjs').StepResult} StepResult */

const root = join(import.meta.dirname, '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules', ...name.split('/'));
const isLong = process.argv[2] === '--long';
const projects = isLong
  ? ['sweep', 'simulation', 'faults', 'host', 'e2e-long', 'package', 'chain', 'bench']
  : ['unit', 'page', 'e2e'];
const filters = process.argv.slice(isLong ? 3 : 2);

// The signal reaches the running step too; no other is begun after it.
let stopped = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopped = true));

/** @type {StepResult[]} */
const results = [];
/** @type {import('./test/skipped.mjs').LeftOut[]} */
const skipped = [];
// Beside each other: none of them needs what another makes, and each leaves a core idle.
const checks =
  isLong || filters.length > 0
    ? []
    : [
        check('lint', [bin('@biomejs/biome/bin/biome'), 'ci', '.']),
        check('imports', [
          bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
          'chain',
          'main',
          'preload',
          'renderer',
        ]),
        check('types', [bin('typescript/bin/tsc'), '--noEmit']),
      ];
results.push(...(await Promise.all([...checks, build()])));
for (const [name, choice] of chosen()) if (!stopped) results.push(await tests(name, choice));

for (const line of leftOutInWords(skipped)) console.log(line);
console.log(`\n${summary(results)}`);
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0;

/** Names of runs, each with the arguments that tell vitest which tests. @returns {readonly (readonly [string, readonly string[]])[]} */
function chosen() {
  if (filters[0] === '--changed') return touchedBy(changedFiles(root));
  if (filters.length > 0) return [['chosen', filters]];
  return projects.map((project) => [project, ['--project', project]]);
}

/**
 * What it says is printed in one piece, once it has ended.
 * @param {string} name
 * @param {readonly string[]} script
 * @returns {Promise<StepResult>}
 */
function check(name, script) {
  const started = performance.now();
  return new Promise((done) => {
    execFile(process.execPath, script, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (fault, stdout, stderr) => {
      console.log(`\n— ${name}\n${stdout}${stderr}`);
      done({ name, passed: 0, failed: fault === null ? 0 : 1, skipped: 0, ms: performance.now() - started });
    });
  });
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
  const { leftOut, report: _, ...result } = await runVitest(root, name, choice);
  skipped.push(...leftOut);
  return result;
}
