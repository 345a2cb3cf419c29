import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of the test that runs, gone with it (`each-test.ts`). */
export let folder = '';

export function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-test-'));
}

export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}
