import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isWithinFolder } from '../../main/base/within-folder.ts';
import { folder as root } from './test-folder.ts';

let own = '';
beforeEach(() => {
  own = join(root, 'Tillmate');
  mkdirSync(join(own, 'journal'), { recursive: true });
  mkdirSync(join(root, 'Tillmate-receipts'));
});

test('a folder contains only itself and its subfolders', () => {
  expect(isWithinFolder(own, own)).toBe(true);
  expect(isWithinFolder(join(own, 'journal'), own)).toBe(true);
  expect(isWithinFolder(join(root, 'Tillmate-receipts'), own)).toBe(false);
  expect(isWithinFolder(root, own)).toBe(false);
});

test('a link into the folder is followed', () => {
  const link = join(root, 'Documents');
  // A junction needs no rights on Windows; other systems ignore the type.
  symlinkSync(join(own, 'journal'), link, 'junction');
  expect(isWithinFolder(link, own)).toBe(true);
});

test('a missing folder counts by its parents', () => {
  expect(isWithinFolder(join(own, 'gone', 'too'), own)).toBe(true);
  expect(isWithinFolder(join(root, 'gone'), own)).toBe(false);
});

test('a different spelling means the same folder', () => {
  // Simulates a disk without case distinction, returning each path as spelled.
  const numbers = new Map([
    ['tillmate', 7n],
    ['other', 8n],
  ]);
  const disk = {
    realPath: (path: string) => path,
    identity: (path: string) => ({ dev: 1n, ino: numbers.get(path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '') ?? 1n }),
  };
  const [folder, spelled] = [resolve('/data/Tillmate'), resolve('/data/TILLMATE/journal')];
  expect(isWithinFolder(spelled, folder, disk)).toBe(true);
  expect(isWithinFolder(resolve('/data/other'), folder, disk)).toBe(false);
});

test('without folder ids, names are compared', () => {
  const disk = { realPath: (path: string) => path, identity: () => ({ dev: 1n, ino: 0n }) };
  expect(isWithinFolder(resolve('/data/tillmate/journal'), resolve('/data/tillmate'), disk)).toBe(true);
  expect(isWithinFolder(resolve('/data/other'), resolve('/data/tillmate'), disk)).toBe(false);
});
