import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import { replaceFile } from '../base/durable-files.ts';

/**
 * Counts a start of the upload, and gives its number. In a folder that was restored or copied the number goes back, and head
 * office refuses the till. Throws what the disk throws: a number that is not kept must not be used.
 */
export function nextStart(dataFolder: string): number {
  const file = join(dataFolder, dataFiles.uploadStarts);
  const number = readStarts(file) + 1;
  replaceFile(file, String(number));
  return number;
}

/** 0 for a file that is not there, or holds no number. */
function readStarts(file: string): number {
  try {
    return Number(/^\d{1,6}$/.exec(readFileSync(file, 'utf8'))?.[0] ?? 0);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return 0;
    throw thrown;
  }
}
