import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOfFile, shredFile } from '../../main/provisioning/provisioning-steps.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

test('shredding deletes the file and empties its content', () => {
  const path = join(folder, 'shop.json');
  writeFileSync(path, 'private key');
  linkSync(path, join(folder, 'second-name'));
  const handle = openSync(path, 'r');
  shredFile(path);
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(join(folder, 'second-name'), 'utf8')).toBe('');
  expect(readSync(handle, Buffer.alloc(11))).toBe(0);
  closeSync(handle);
});

describe('secrets from a file instead of standard input', () => {
  const aFile = (text: string, mode = 0o600) => {
    const own = mkdtempSync(join(folder, 'secrets-'));
    const path = join(own, 'secrets.txt');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return { folder: own, path };
  };
  const read = (path: string, home = tmpdir(), platform = process.platform) =>
    linesOfFile(path, 2, new VirtualClock(), { platform, home });

  test('are read from a private file, which is deleted', async () => {
    const { path } = aFile('\uFEFFcorrect horse battery\r\n471147\r\n');
    expect(await read(path)).toEqual(['correct horse battery', '471147']);
    expect(existsSync(path)).toBe(false);
  });

  test('are refused from a file readable by other accounts', async () => {
    const open = aFile('secret\n', 0o644);
    const own = aFile('secret\n', 0o666);
    await expect(read(open.path, tmpdir(), 'linux')).rejects.toMatchObject({ code: 'provision.input' });
    await expect(read(open.path, aFile('').folder, 'win32')).rejects.toMatchObject({ code: 'provision.input' });
    expect(await read(own.path, own.folder, 'win32')).toEqual(['secret']);
    expect([existsSync(open.path), existsSync(own.path)]).toEqual([true, false]);
  });

  test('are refused from a file with too many lines', async () => {
    const { path } = aFile('{\n  "keys": {}\n}\n');
    await expect(read(path)).rejects.toMatchObject({ code: 'provision.input' });
    expect(existsSync(path)).toBe(true);
  });
});
