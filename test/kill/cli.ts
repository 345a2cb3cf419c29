/**
 * `npm run kill -- --runs 200 --jobs 4 [--seed N]`: kills the app's main process at each named point between intent and
 * outcome, restarts the app and compares its journal with the service. Also kills a confirmed restore, and the start
 * that completes a restore, before each change on disk. `--only sales` or `--only restore` runs one of the two
 * campaigns. Exits with 1 on any disagreement.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { projectRoot } from '../e2e/harness/runtime.ts';
import { killCampaign, killTable } from './campaign.ts';
import { builtApp } from './headless-app.ts';
import { killRestore, restoreTable } from './restore-under-kill.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '4' },
    seed: { type: 'string', default: '0' },
    only: { type: 'string' },
    app: { type: 'string', default: builtApp },
  },
});
if (values.app === builtApp && (await ensureBuilt(projectRoot)) === 'failed') process.exit(1);

const startedAt = performance.now();
const wanted = (part: string) => values.only === undefined || values.only === part;
const restores = wanted('restore') ? await killRestore() : [];
const ran = await killCampaign({
  runs: wanted('sales') ? Number(values.runs) : 0,
  jobs: Number(values.jobs),
  firstSeed: Number(values.seed),
  script: values.app,
  onRun({ seed, point, result }) {
    process.stderr.write('.');
    if (result.faults.length === 0) return;
    console.log(`seed ${seed}: ${point.operation}, ${point.name}: ${result.faults.join('; ')}`);
    console.log(`  again: npm run kill -- --only sales --runs 1 --seed ${seed}`);
  },
});
const failed = ran.filter((run) => run.result.faults.length > 0).length;
const broken = restores.filter(({ faults }) => faults.length > 0).length;
if (ran.length > 0) console.log(`\n${killTable(ran)}`);
if (restores.length > 0) console.log(`\n${restoreTable(restores)}`);
console.log(
  `\n${ran.length + restores.length} runs, ${failed + broken} failed, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
// A stuck run may keep this process alive even after all apps and services are closed.
process.exit(failed + broken > 0 || ran.length + restores.length === 0 ? 1 : 0);
