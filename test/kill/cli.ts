/**
 * `npm run kill -- --runs 200 --jobs 4 [--seed N]`: kills the app's main process at each named point between intent and
 * outcome, restarts it, and holds its journal against the service. Ends with 1 when anything disagrees.
 */
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { projectRoot } from '../e2e/harness/runtime.ts';
import { killCampaign } from './campaign.ts';
import { builtApp } from './headless-app.ts';
import { killTable } from './result-table.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '4' },
    seed: { type: 'string', default: '0' },
    app: { type: 'string', default: builtApp },
  },
});
if (values.app === builtApp && (await ensureBuilt(projectRoot)) === 'failed') process.exit(1);

const startedAt = performance.now();
const ran = await killCampaign({
  runs: Number(values.runs),
  jobs: Number(values.jobs),
  firstSeed: Number(values.seed),
  script: values.app,
  onRun({ seed, point, result }) {
    process.stderr.write('.');
    if (result.faults.length === 0) return;
    console.log(`seed ${seed}: ${point.operation}, ${point.name}: ${result.faults.join('; ')}`);
    console.log(`  again: npm run kill -- --runs 1 --seed ${seed}`);
  },
});
const failed = ran.filter((run) => run.result.faults.length > 0).length;
console.log(`\n${killTable(ran)}`);
console.log(`\n${ran.length} runs, ${failed} failed, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
// A run that got stuck may keep this process alive, although all apps and services have been told to end.
process.exit(failed > 0 || ran.length === 0 ? 1 : 0);
