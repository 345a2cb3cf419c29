import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build/ensure-built.mjs';

/** `npm run build`: builds out/ if outdated; `--force` always builds. */
const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
const built = await ensureBuilt(join(import.meta.dirname, '..'), values);
if (built === 'failed') process.exit(1);
console.log(built === 'fresh' ? 'out/ is up to date.' : 'Built out/.');
