import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handedText, type ReadableDisk, readHandedFile } from '../../main/base/handed-file.ts';
import type { TillError } from '../../main/base/till-error.ts';
import { notOnWindows } from './only-where.ts';
import { folder } from './test-folder.ts';

const LARGEST = 256_000;
const at = (name: string, data: string | Uint8Array = '') => {
  const path = join(folder, name);
  writeFileSync(path, data);
  return path;
};
const faultOf = (path: string, disk?: ReadableDisk): Promise<TillError> =>
  readHandedFile(path, LARGEST, disk).then(
    () => expect.fail('it was read'),
    (thrown: TillError) => thrown,
  );

/** A disk with a file of 100 bytes, whose `read` may fail or return more data. */
function diskWith(
  read: (step: number) => Promise<{ bytesRead: number }>,
): ReadableDisk & { readonly closed: () => boolean } {
  let step = 0;
  let closed = false;
  const file = { isDirectory: () => false, isFile: () => true, size: 100 };
  const handle = {
    stat: async () => file,
    read: () => read(step++),
    close: async () => {
      closed = true;
    },
  };
  return { stat: async () => file, open: async () => handle, closed: () => closed } as unknown as ReadableDisk & {
    readonly closed: () => boolean;
  };
}

const diskError = (code: string) => Object.assign(new Error(code), { code });

test('reads a file up to the largest size', async () => {
  const data = Buffer.alloc(LARGEST, 'x');
  expect(Buffer.from(await readHandedFile(at('largest', data), LARGEST)).equals(data)).toBe(true);
});

test.each([
  ['nothing of that name', () => join(folder, 'none'), 'file.missing'],
  ['a file in a place that is a file', () => join(at('shop.json', '{}'), 'shop.json'), 'file.missing'],
  ['a name that no disk takes', () => join(folder, 'a\0b'), 'file.missing'],
  ['a name that is too long', () => join(folder, 'a'.repeat(5_000)), 'file.missing'],
  ['a folder', () => folder, 'file.folder'],
  ['a file without anything in it', () => at('empty'), 'file.empty'],
  ['a file of one byte too many', () => at('large', Buffer.alloc(LARGEST + 1)), 'file.too-large'],
])('reports %s with its path', async (_what, path, code) => {
  const file = path();
  expect(await faultOf(file)).toMatchObject({ code, values: { file } });
});

test('refuses 2 GiB without reading, naming the limit', async () => {
  const path = at('huge');
  truncateSync(path, 2 * 1024 ** 3);
  const unread: ReadableDisk = {
    stat,
    open: async (...given) => Object.assign(await open(...given), { read: () => expect.fail('it was read') }),
  };
  expect(await faultOf(path, unread)).toMatchObject({ code: 'file.too-large', values: { megabytes: 0.26 } });
});

test('follows a link only to a file', notOnWindows('links need a right there'), async () => {
  const link = (name: string, to: string) => {
    symlinkSync(to, join(folder, name));
    return join(folder, name);
  };
  mkdirSync(join(folder, 'inner'));
  expect(await readHandedFile(link('to-file', at('target', '{}')), LARGEST)).toHaveLength(2);
  expect(await faultOf(link('to-folder', join(folder, 'inner')))).toMatchObject({ code: 'file.folder' });
  expect(await faultOf(link('to-device', devNull))).toMatchObject({ code: 'file.not-a-file' });
  expect(await faultOf(link('to-nothing', join(folder, 'nothing')))).toMatchObject({ code: 'file.missing' });
  expect(await faultOf(link('circle', join(folder, 'circle')))).toMatchObject({ code: 'file.missing' });
});

test('does not open a device', notOnWindows('it has no such names'), async () => {
  const disk = {
    stat: async () => ({ isDirectory: () => false, isFile: () => false }),
    open: () => expect.fail('it was opened'),
  };
  expect(await faultOf(devNull, disk)).toMatchObject({ code: 'file.not-a-file' });
});

test('reports a file without read permission', async () => {
  const disk = { stat: async () => Promise.reject(diskError('EACCES')), open: () => expect.fail('it was opened') };
  expect(await faultOf('shop.json', disk)).toMatchObject({ code: 'file.not-permitted', retryable: true });
});

test('reports a disk removed while reading and closes the file', async () => {
  const disk = diskWith(async (step) => {
    if (step > 0) throw diskError('EIO');
    return { bytesRead: 50 };
  });
  expect(await faultOf('shop.json', disk)).toMatchObject({ code: 'file.unreadable', values: { why: 'EIO' } });
  expect(disk.closed()).toBe(true);
});

test('stops reading a growing file at the largest size', async () => {
  let steps = 0;
  const disk = diskWith(async () => {
    steps += 1;
    return { bytesRead: 64_000 };
  });
  expect(await faultOf('shop.json', disk)).toMatchObject({ code: 'file.too-large' });
  expect(steps).toBe(5);
});

const bytes = (...values: readonly number[]) => Uint8Array.from(values);

test('accepts UTF-8 text with or without byte-order mark', () => {
  expect(handedText(Buffer.from('{"shopName":"Café"}'), 'shop.json')).toBe('{"shopName":"Café"}');
  expect(handedText(Buffer.from('\uFEFF{}'), 'shop.json')).toBe('{}');
});

test.each([
  ['UTF-16 with its mark', Buffer.from('\uFEFF{"a":1}', 'utf16le'), 'file.encoding'],
  ['UTF-16 the other way round', Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16(), 'file.encoding'],
  ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'file.encoding'],
  ['UTF-16 the other way round, without a mark', Buffer.from('{"a":1}', 'utf16le').swap16(), 'file.encoding'],
  ['Latin-1', Buffer.from('{"shopName":"Café"}', 'latin1'), 'file.not-text'],
  ['noise', bytes(0x80, 0x12, 0xfe, 0x00, 0x41), 'file.not-text'],
  ['nothing but zeroes', Buffer.alloc(1_000), 'file.not-text'],
  ['the mark alone', bytes(0xef, 0xbb, 0xbf), 'file.empty'],
  ['nothing but blanks', Buffer.from(' \r\n'), 'file.empty'],
])('reports %s', (_what, data, code) => {
  expect(() => handedText(data, 'shop.json')).toThrow(
    expect.objectContaining({ code, values: { file: 'shop.json' } }) as Error,
  );
});

test('reports the read error even when closing fails too', async () => {
  const disk = diskWith(async () => Promise.reject(diskError('EIO')));
  const open = async (...given: Parameters<ReadableDisk['open']>) => ({
    ...(await disk.open(...given)),
    close: async () => Promise.reject(diskError('EBADF')),
  });
  const pulled = { ...disk, open } as ReadableDisk;
  expect(await faultOf('/stick/shop.json', pulled)).toMatchObject({ code: 'file.unreadable', values: { why: 'EIO' } });
});
