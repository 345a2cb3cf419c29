import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../main/base/log.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { isPictureName, openPictures } from '../../main/settings/pictures.ts';
import { MAX_PICTURE_BYTES } from '../../preload/contract/setting-values.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { samplePng } from '../base/sample-png.ts';
import { folder as above } from '../base/test-folder.ts';

let folder = '';
beforeEach(() => {
  folder = join(above, 'pictures');
});

const showing = (logo: string | undefined, ...apps: readonly string[]) => ({
  display: {
    ...firstCounter.display,
    ...omitUndefined({ logo }),
    apps: apps.map((picture) => ({ name: 'App', picture })),
  },
});

test('stores a picture once under its hash', () => {
  const pictures = openPictures(folder, silentLog);
  const name = pictures.keep(samplePng(512, 256));
  expect(isPictureName(name)).toBe(true);
  expect(pictures.keep(samplePng(512, 256))).toBe(name);
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name)).equals(samplePng(512, 256))).toBe(true);
});

const png = samplePng(8, 8);
const sized = (width: number, height: number) => {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])],
  ['a page behind the signature of a PNG', Buffer.concat([png.subarray(0, 8), Buffer.from('<html>'.repeat(20))])],
  ['a PNG that is cut off', png.subarray(0, -1)],
  ['a PNG with something behind it', Buffer.concat([png, Buffer.from('<script>')])],
  ['one pixel too wide', sized(1_281, 8)],
  ['one pixel too high', sized(8, 1_281)],
  ['no width', sized(0, 8)],
])('refuses %s and writes nothing', (_what, bytes) => {
  expect(() => openPictures(folder, silentLog).keep(bytes)).toThrowError(
    expect.objectContaining({ code: 'picture.kind' }),
  );
  expect(existsSync(folder)).toBe(false);
});

test('refuses more than two MiB', () => {
  const large = Buffer.concat([
    png.subarray(0, -12),
    Buffer.alloc(MAX_PICTURE_BYTES + 1 - png.length),
    png.subarray(-12),
  ]);
  expect(() => openPictures(folder, silentLog).keep(large)).toThrowError(
    expect.objectContaining({ code: 'picture.too-large' }),
  );
  expect(
    isPictureName(openPictures(folder, silentLog).keep(Buffer.concat([large.subarray(0, 33), large.subarray(34)]))),
  ).toBe(true);
});

test('removes unused pictures and no other files', () => {
  const pictures = openPictures(folder, silentLog);
  const [logo, app, old] = [1, 2, 3].map((side) => pictures.keep(samplePng(side, side)));
  writeFileSync(join(folder, `${old}.new`), 'half of a picture');
  writeFileSync(join(folder, 'notes.txt'), "somebody else's");
  pictures.keepOnly(showing(logo, app ?? ''));
  expect(readdirSync(folder).sort()).toEqual([logo, app, 'notes.txt'].sort());
  pictures.keepOnly(showing(undefined));
  expect(readdirSync(folder)).toEqual(['notes.txt']);
});

test('an unwritable folder is reported without data loss', () => {
  writeFileSync(folder, 'a file where the folder should be');
  const pictures = openPictures(folder, silentLog);
  expect(() => pictures.keep(png)).toThrowError(expect.objectContaining({ code: 'picture.unwritable' }));
  pictures.keepOnly(showing(undefined));
  expect(readFileSync(folder, 'utf8')).toBe('a file where the folder should be');
});
