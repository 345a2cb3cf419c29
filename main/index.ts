import './support/clean-environment.ts';

import { join } from 'node:path';
import { start } from './app.ts';
import { electron } from './shell/electron.ts';

await start(process.argv.slice(1), { ...electron, outDir: join(import.meta.dirname, '..') });
