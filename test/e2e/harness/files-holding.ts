import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a folder, at any depth, whose bytes hold this text. */
export async function filesHolding(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(file)).includes(text)) found.push(file);
  }
  return found;
}
