import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for the running test, removed afterwards (`each-test.ts`). */
export let folder = '';

export function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-test-'));
}

export function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true });
}
