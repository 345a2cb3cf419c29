import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import { replaceFile } from '../base/durable-files.ts';

/**
 * The counter goes back in a restored or copied folder, so the collector refuses the till. Throws disk errors: a
 * number that is not saved must not be used.
 */
export function nextStart(dataFolder: string): number {
  const file = join(dataFolder, dataFiles.uploadStarts);
  const number = readStarts(file) + 1;
  replaceFile(file, String(number));
  return number;
}

function readStarts(file: string): number {
  try {
    return Number(/^\d{1,6}$/.exec(readFileSync(file, 'utf8'))?.[0] ?? 0);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return 0;
    throw thrown;
  }
}
