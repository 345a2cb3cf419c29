import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFiles } from '../../main/base/data-files.ts';
import { nextStart } from '../../main/upload/upload-starts.ts';
import { folder } from '../base/test-folder.ts';

const file = () => join(folder, dataFiles.uploadStarts);

test('numbers the starts of the upload', () => {
  expect([nextStart(folder), nextStart(folder), nextStart(folder)]).toEqual([1, 2, 3]);
});

test.each(['', 'x', '-1', '1e9', '99999999999999999999'])('restarts at 1 when the file holds %j', (text) => {
  writeFileSync(file(), text);
  expect(nextStart(folder)).toBe(1);
});

test('throws when the number cannot be stored', () => {
  rmSync(file(), { force: true });
  expect(() => nextStart(join(folder, 'no', 'folder'))).toThrow('ENOENT');
});
