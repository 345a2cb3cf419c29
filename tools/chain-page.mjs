import { join } from 'node:path';
import { ensurePageBuilt } from './build/chain-page.mjs';

/** Before `npm run chain`: the page that it serves. */
ensurePageBuilt(join(import.meta.dirname, '..'));
