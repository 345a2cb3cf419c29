import { toTillError } from '../../main/base/till-error.ts';
import { killAt } from './kill-and-restart.ts';
import { points } from './points-of-each-operation.ts';
import type { Ran } from './result-table.ts';

export interface Campaign {
  readonly runs: number;
  readonly jobs: number;
  readonly firstSeed: number;
  /** The built main bundle. */
  readonly script: string;
  onRun?(ran: Ran): void;
}

/** Run n is of seed `firstSeed + n`, and the seed says at which point it is killed: any run can be made again by itself. */
export async function killCampaign({ runs, jobs, firstSeed, script, onRun }: Campaign): Promise<readonly Ran[]> {
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index);
  const ran: Ran[] = [];
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const run = await one(seed, script);
      ran.push(run);
      onRun?.(run);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return ran;
}

async function one(seed: number, script: string): Promise<Ran> {
  const point = points[seed % points.length];
  if (point === undefined) throw new RangeError(`There is no point for seed ${seed}`);
  try {
    return { point, seed, result: await killAt(point, seed, script) };
  } catch (thrown) {
    // A run that throws counts as failed; the other runs go on.
    return { point, seed, result: { found: 'no end', restarts: 0, faults: [toTillError(thrown).message] } };
  }
}
