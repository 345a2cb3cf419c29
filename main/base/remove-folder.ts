import { rmSync } from 'node:fs';

/** A missing folder is no error. Retries while a virus scanner holds a file. Throws the file system's error. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
