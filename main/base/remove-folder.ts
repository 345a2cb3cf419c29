import { rmSync } from 'node:fs';

/** A missing folder is fine, and a virus scanner may hold a file for a moment. Throws what the disk throws. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
