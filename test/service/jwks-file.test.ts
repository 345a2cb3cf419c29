import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJwksFile } from '../../main/service/jwks-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function memory(path = join(folder, 'keys.json')) {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
  return { ...createJwksFile(path, log), warnings };
}

const kept = { url: 'https://service.example/jwks.json', fetchedAt: 1_773_051_330_250, keys: [{ kid: 'a', x: 1 }] };

test('what was kept is read by the next run, and no draft of it stays behind', () => {
  memory().write(kept);
  expect(memory().read()).toEqual(kept);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('a first run has kept nothing, and says nothing about it', () => {
  const { read, warnings } = memory();
  expect(read()).toBeUndefined();
  expect(warnings).toEqual([]);
});

test.each(['', '{', '[]', '{"url":1}'])('a file of %j is as none, and the log says so', (text) => {
  writeFileSync(join(folder, 'keys.json'), text);
  const { read, warnings } = memory();
  expect(read()).toBeUndefined();
  expect(warnings).toHaveLength(1);
});

test('a folder that cannot be written is told in the log and stops nothing', () => {
  const { write, warnings } = memory(join(folder, 'gone', 'keys.json'));
  write(kept);
  expect(warnings).toMatchObject([{ reason: expect.stringContaining('ENOENT') }]);
});
