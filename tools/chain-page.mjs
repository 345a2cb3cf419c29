import { join } from 'node:path';
import { ensurePageBuilt } from './build/chain-page.mjs';

/** Builds the served page before `npm run chain`. */
ensurePageBuilt(join(import.meta.dirname, '..'));
