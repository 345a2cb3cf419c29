import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a folder, at any depth, whose bytes hold this text. One that goes while they are read holds nothing. */
export async function filesHolding(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await bytesOf(file)).includes(text)) found.push(file);
  }
  return found;
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return Buffer.alloc(0);
    throw thrown;
  }
}
