import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { localFolder, refuseUnsafeFolder, roamingData } from './folder-safety.ts';
import { realPath } from './real-path.ts';

const machine = { platform: process.platform, env: process.env, home: homedir(), exists: existsSync };

export const localDataFolder = (): string | undefined => localFolder(machine);

export const earlierData = (): string | undefined => roamingData(machine);

/** Throws the errors of `refuseUnsafeFolder`. */
export function checkDataFolder(folder: string): void {
  refuseUnsafeFolder({
    ...machine,
    folder,
    // Evaluated only if the name is not enough: a server that does not answer would delay the start.
    get real() {
      return realPath(folder);
    },
    get mounts() {
      return mounts();
    },
  });
}

/** Empty when the system gives no mounts: a folder is refused for known risks only. */
function mounts(): string {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/self/mountinfo', 'utf8');
    if (process.platform === 'darwin') return execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 3_000 });
    return '';
  } catch {
    return '';
  }
}
