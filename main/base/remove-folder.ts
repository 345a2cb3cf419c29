import { rmSync } from 'node:fs';

/** One that is not there is fine. Throws what the disk throws. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
