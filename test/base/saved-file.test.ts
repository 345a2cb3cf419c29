import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { savedFileError, saveFile } from '../../main/base/saved-file.ts';
import { folder } from './test-folder.ts';

function fault(code: string, syscall = 'open'): Error {
  return Object.assign(new Error(code), { code, syscall });
}

test('a file is written whole, without leftovers', () => {
  const path = join(folder, 'receipt.pdf');
  saveFile(path, Buffer.from('%PDF-1'));
  saveFile(path, Buffer.from('%PDF-2'));
  expect(readFileSync(path, 'utf8')).toBe('%PDF-2');
  expect(readdirSync(folder)).toEqual(['receipt.pdf']);
});

test('a planted link is not written through', () => {
  const settings = join(folder, 'terminal.json');
  writeFileSync(settings, 'settings');
  const planted = join(folder, 'Z-7.pdf.new');
  linkSync(settings, planted);
  saveFile(join(folder, 'Z-7.pdf'), '%PDF-');
  expect(readFileSync(settings, 'utf8')).toBe('settings');
  expect(readFileSync(planted, 'utf8')).toBe('settings');
  expect(readFileSync(join(folder, 'Z-7.pdf'), 'utf8')).toBe('%PDF-');
  expect(readdirSync(folder).toSorted()).toEqual(['Z-7.pdf', 'Z-7.pdf.new', 'terminal.json']);
});

test('a failed replacement keeps the old file', () => {
  const path = join(folder, 'receipt.pdf');
  writeFileSync(path, 'old');
  const held = {
    rename: () => {
      throw fault('EBUSY', 'rename');
    },
    remove: (file: string) => rmSync(file, { force: true }),
  };
  expect(() => saveFile(path, 'new', held)).toThrow(expect.objectContaining({ code: 'file.open-elsewhere' }));
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['receipt.pdf']);
  saveFile(path, 'new', { rename: renameSync, remove: () => undefined });
  expect(readFileSync(path, 'utf8')).toBe('new');
});

test('a missing folder is reported, not created', () => {
  expect(() => saveFile(join(folder, 'stick', 'receipt.pdf'), 'new')).toThrow(
    expect.objectContaining({ code: 'file.no-folder' }),
  );
  expect(existsSync(join(folder, 'stick'))).toBe(false);
});

test.each([
  ['ENOSPC', 'write', 'linux', 'file.full'],
  ['EDQUOT', 'write', 'linux', 'file.full'],
  ['EROFS', 'open', 'linux', 'file.read-only'],
  ['EACCES', 'open', 'win32', 'file.read-only'],
  ['EPERM', 'open', 'darwin', 'file.read-only'],
  ['EACCES', 'rename', 'linux', 'file.read-only'],
  ['EPERM', 'rename', 'win32', 'file.open-elsewhere'],
  ['EACCES', 'rename', 'win32', 'file.open-elsewhere'],
  ['EBUSY', 'open', 'win32', 'file.open-elsewhere'],
  ['ENOENT', 'open', 'win32', 'file.no-folder'],
  ['EISDIR', 'rename', 'linux', 'file.failed'],
] as const)('%s of %s on %s is %s', (code, syscall, platform, expected) => {
  expect(savedFileError(fault(code, syscall), platform)).toMatchObject({ code: expected, retryable: true });
});

test('a non-disk error is reported as a failure', () => {
  expect(savedFileError('odd')).toMatchObject({ code: 'file.failed', message: expect.stringContaining('odd') });
});
