/**
 * `npm test`: lint, types, build, then the tests that most changes need, under a real keychain. `npm run test:long`:
 * all other tests. `npm test -- FILTERS`: only the matching test files, from both sets. `npm test -- --changed`: only
 * tests that may break by a change since the last commit. Lists the tests that cannot run on this machine, with
 * reasons. The last line is always `N passed, N failed`.
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

// The signal also reaches the running step; no further step starts.
let stopped = false;
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (stopped = true));

/** @type {StepResult[]} */
const results = [];
/** @type {import('./test/skipped.mjs').LeftOut[]} */
const skipped = [];
// In parallel: the checks are independent, and each leaves a core idle.
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

/**
 * Returns the runs by name, each with vitest's arguments.
 * @returns {readonly (readonly [string, readonly string[]])[]}
 */
function chosen() {
  if (filters[0] === '--changed') return touchedBy(changedFiles(root));
  if (filters.length > 0) return [['chosen', filters]];
  return projects.map((project) => [project, ['--project', project]]);
}

/**
 * Prints the output in a single piece, after the end.
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
