import type { TestOptions } from 'vitest';
import { onlyWhere } from '../../base/only-where.ts';
import { chooseRuntime } from './runtime.ts';

/**
 * For a test that plays what nobody can play to Electron without hands: `why` says what. `npm run check-electron` lists
 * these. `test/tools/host-only-tests.test.ts` finds the tests that should say so.
 */
export function onlyOnHost(why: string): TestOptions {
  return onlyWhere('on the Chromium host', chooseRuntime().name === 'host', why);
}
