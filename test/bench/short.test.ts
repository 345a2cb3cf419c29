import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('every bench runs in the short form', async () => {
  const script = join(import.meta.dirname, 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--short'], { maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toContain('callback');
  expect(stdout).toContain('heap after');
});
