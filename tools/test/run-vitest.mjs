import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runWithKeyring } from '../keyring/session.mjs';
import { leftOut } from './skipped.mjs';
import { resultOf } from './summary.mjs';

/** @typedef {import('./summary.mjs').StepResult} StepResult */
/** @typedef {import('./skipped.mjs').LeftOut} LeftOut */
/** @typedef {import('../check-electron/points.mjs').Report} Report */

/**
 * Limit of a run, ms: four times the usual duration on two cores. Needed because a blocked thread also blocks vitest's
 * own time-outs.
 */
const LIMIT_MS = 1_500_000;

/**
 * Runs vitest under a real keychain, with its report in out/test/.
 * @param {string} root
 * @param {string} name of the step, and of the report
 * @param {readonly string[]} choice arguments that tell vitest which tests
 * @param {Record<string, string>} [env]
 * @returns {Promise<StepResult & { leftOut: readonly LeftOut[], report: Report | undefined }>} `report`: vitest's own; undefined where it wrote none
 */
export async function runVitest(root, name, choice, env = {}) {
  console.log(`\n— ${name} tests`);
  const started = performance.now();
  const reports = join(root, 'out', 'test');
  const report = join(reports, `${name}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const limit = AbortSignal.timeout(LIMIT_MS);
  const args = [vitest, 'run', '--root', root, ...reporters, ...choice];
  // Hundreds of processes start, and each would compile the same modules again.
  const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') };
  const code = await runWithKeyring(process.execPath, args, { ...compiled, ...env }, limit);
  if (limit.aborted)
    console.log(
      `The ${name} tests did not end within ${LIMIT_MS / 60_000} minutes: one whose file is not named above hangs.`,
    );
  const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  const ms = performance.now() - started;
  return { name: `${name} tests`, ...resultOf(written, code), ms, leftOut: leftOut(written), report: written };
}
