import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { localFolder, refuseUnsafeFolder, roamingData } from './folder-safety.ts';

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

/** `native` returns the share of a mapped drive on Windows; `followed` does not. */
interface PathSystem {
  exists(path: string): boolean;
  native(path: string): string;
  followed(path: string): string;
}

const system: PathSystem = { exists: existsSync, native: realpathSync.native, followed: realpathSync };

/** RAM disks and some Windows volumes cannot be resolved; their path is returned unchanged. */
export function realPath(folder: string, { exists, native, followed } = system): string {
  if (exists(folder)) return firstOf([native, followed], folder) ?? folder;
  const above = dirname(folder);
  return above === folder ? folder : join(realPath(above, { exists, native, followed }), basename(folder));
}

function firstOf(ways: readonly ((path: string) => string)[], path: string): string | undefined {
  for (const way of ways) {
    try {
      return way(path);
    } catch {
      // The next method may still resolve the path.
    }
  }
  return undefined;
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
