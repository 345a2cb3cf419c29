import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { playSeeds } from '../simulation/play-seeds.ts';
import { root } from './areas.ts';

/**
 * `node test/mutation/play-seeds-with-fault.ts SEEDS`: plays SEEDS seeds of the simulation with one source replaced.
 * stdin holds the replacement as `{ file, source }` (`null` for none). Exits with 0 when all seeds pass, 1 when a seed
 * fails.
 */
const fault = z
  .object({ file: z.string(), source: z.string() })
  .nullable()
  .parse(JSON.parse(await text(process.stdin)));
const replacements =
  fault === null
    ? []
    : [{ file: fault.file, find: readFileSync(join(root, fault.file), 'utf8'), replace: fault.source }];
const { failed } = await playSeeds({ seeds: Number(process.argv[2]), jobs: 1, replacements });
process.exitCode = failed === undefined ? 0 : 1;
