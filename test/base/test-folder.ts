import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** An empty folder of the test that runs, gone with it. Only for projects that load each file's modules anew. */
export let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
