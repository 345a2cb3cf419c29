import {
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shredFile } from '../../main/till/provisioning-steps.ts';

test('a shredded file is gone, and what it held with it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-shred-'));
  const path = join(folder, 'shop.json');
  writeFileSync(path, 'private key');
  linkSync(path, join(folder, 'second-name'));
  const handle = openSync(path, 'r');
  shredFile(path);
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(join(folder, 'second-name'), 'utf8')).toBe('');
  expect(readSync(handle, Buffer.alloc(11))).toBe(0);
  closeSync(handle);
  rmSync(folder, { recursive: true });
});
