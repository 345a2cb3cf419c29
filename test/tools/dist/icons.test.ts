import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packaging = join(import.meta.dirname, '../../../packaging');
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('Linux has a picture of each desktop icon size', () => {
  const files = readdirSync(join(packaging, 'icons')).sort();
  expect(files).toEqual([16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}.png`).sort());
  for (const file of files) {
    const [size] = file.split('x').map(Number);
    expect(sizeOf(readFileSync(join(packaging, 'icons', file)))).toEqual([size, size]);
  }
});

test('the Windows icon has every size up to 256', () => {
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

test('the macOS icon has every size up to 1024', () => {
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
