import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
