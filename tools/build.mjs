import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';

/** `npm run build`: builds out/ when its sources are newer; `--force` builds in any case. */
const built = await ensureBuilt(join(import.meta.dirname, '..'), { force: process.argv.includes('--force') });
if (built === 'failed') process.exit(1);
console.log(built === 'fresh' ? 'out/ is up to date.' : 'Built out/.');
