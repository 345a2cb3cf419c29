import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { savedFileError, saveFile } from '../../main/base/saved-file.ts';
import { folder } from './test-folder.ts';

function fault(code: string, syscall = 'open'): Error {
  return Object.assign(new Error(code), { code, syscall });
}

test('a file is written whole, and nothing else is left beside it', () => {
  const path = join(folder, 'receipt.pdf');
  saveFile(path, Buffer.from('%PDF-1'));
  saveFile(path, Buffer.from('%PDF-2'));
  expect(readFileSync(path, 'utf8')).toBe('%PDF-2');
  expect(readdirSync(folder)).toEqual(['receipt.pdf']);
});

test('a link that somebody put beside it is not written through, and a file of that name stays', () => {
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

test('where the file cannot be replaced, the old one stays and the new one leaves nothing behind', () => {
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

test('a folder that is gone is told, and none is made', () => {
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
] as const)('%s of %s on %s is %s', (code, syscall, platform, told) => {
  expect(savedFileError(fault(code, syscall), platform)).toMatchObject({ code: told, retryable: true });
});

test('what is no error of the disk is told as a failure', () => {
  expect(savedFileError('odd')).toMatchObject({ code: 'file.failed', message: expect.stringContaining('odd') });
});
