import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { icns, ico } from '../../../tools/icons/containers.mjs';

const root = join(import.meta.dirname, '../../..');
const packaging = join(root, 'packaging');
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('Linux gets a picture of each size that its desktops ask for', () => {
  const files = readdirSync(join(packaging, 'icons')).sort();
  expect(files).toEqual([16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}.png`).sort());
  for (const file of files) {
    const [size] = file.split('x').map(Number);
    expect(sizeOf(readFileSync(join(packaging, 'icons', file)))).toEqual([size, size]);
  }
});

test("Windows' icon holds every size up to 256, the largest as PNG", () => {
  const file = readFileSync(join(packaging, 'icon.ico'));
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
  expect(entries.map((at) => file.readUInt8(at) || 256)).toEqual([16, 24, 32, 48, 64, 128, 256]);
  const image = (at: number) =>
    file.subarray(file.readUInt32LE(at + 12), file.readUInt32LE(at + 12) + file.readUInt32LE(at + 8));
  const [smallest = 0] = entries;
  expect(image(smallest).readUInt32LE(0)).toBe(40);
  expect(sizeOf(image(entries.at(-1) ?? 0))).toEqual([256, 256]);
  const last = entries.at(-1) ?? 0;
  expect(file.readUInt32LE(last + 12) + file.readUInt32LE(last + 8)).toBe(file.length);
});

test("macOS' icon holds every size up to 1024, also for screens of twice the density", () => {
  const file = readFileSync(join(packaging, 'icon.icns'));
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const kinds: [string, number][] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    kinds.push([file.toString('latin1', at, at + 4), file.readUInt32BE(at + 8 + 16)]);
  expect(kinds.map(([kind, size]) => `${kind} ${size}`).join(', ')).toBe(
    'icp4 16, icp5 32, ic11 32, ic12 64, ic07 128, ic08 256, ic13 256, ic09 512, ic14 512, ic10 1024',
  );
});

test('a small bitmap has its rows from the bottom, blue first, and a mask behind', () => {
  const rgba = Buffer.from([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]);
  const file = ico([{ size: 2, png: Buffer.alloc(0), rgba }]);
  const rows = [Buffer.from([9, 8, 7, 255, 12, 11, 10, 255]), Buffer.from([3, 2, 1, 255, 6, 5, 4, 255])];
  expect(file.subarray(6 + 16 + 40)).toEqual(Buffer.concat([...rows, Buffer.alloc(8)]));
  expect(file.readInt32LE(6 + 16 + 8)).toBe(4);
});

test('a size that Apple has no name for is left out', () => {
  expect(icns([{ size: 24, png: Buffer.from('x'), rgba: Buffer.alloc(0) }]).length).toBe(8);
});
