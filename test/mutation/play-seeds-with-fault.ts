import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { playSeeds } from '../simulation/play-seeds.ts';
import { root } from './areas.ts';

/**
 * `node test/mutation/play-seeds-with-fault.ts SEEDS`: plays so many seeds with one source replaced. stdin says which, as
 * `{ file, source }` (`null` for none). Ends with 0 when all seeds hold and with 1 when one fails.
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
