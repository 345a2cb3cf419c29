import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { dataFolders } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { canRead, goBack } from './go-back.ts';
import { fileFor, type Installer } from './installer.ts';
import { type KeptReleases, openKeptReleases } from './kept-releases.ts';
import type { Platform } from './release.ts';
import { openUpdateMemory, type StartWatch, type UpdateMemory, watchStart } from './start-count.ts';

const PLATFORMS: Readonly<Record<string, Platform>> = { win32: 'windows', darwin: 'macos', linux: 'linux' };

interface Installed {
  readonly version: string;
  readonly arch: string;
  readonly keys: readonly JWK[];
  readonly log: Log;
  readonly installer: Installer;
}

export interface UpdateGround extends Installed, StartWatch {
  readonly platform: Platform;
  readonly memory: UpdateMemory;
  readonly kept: KeptReleases;
  goBack(to: string): Promise<boolean>;
}

/** Opens the update folder and counts this start. Throws errors of the disk. */
export function openUpdates(
  installed: Installed & { readonly dataFolder: string; readonly system: NodeJS.Platform },
): UpdateGround {
  const { version, arch, keys, log, installer } = installed;
  const folder = updatesFolder(installed.dataFolder);
  const platform = PLATFORMS[installed.system] ?? 'linux';
  const memory = openUpdateMemory(folder);
  const kept = openKeptReleases(join(folder, dataFolders.keptReleases), {
    platform,
    keys,
    fileFor: (release) => fileFor(release, installer.kind, arch),
  });
  return {
    ...{ version, arch, keys, log, installer, platform, memory, kept },
    ...watchStart(version, memory, kept, log),
    goBack: (to) => goBack({ memory, kept, installer, log, from: version, to, canRead }),
  };
}

export function updatesFolder(dataFolder: string): string {
  const folder = join(dataFolder, dataFolders.updates);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
