import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JWK } from 'jose';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { type Platform, type ReleaseFile, readRelease, type SignedRelease } from './release.ts';
import { createFileCheck } from './update-server.ts';
import { isVersion } from './versions.ts';

/** A release on this disk: its document, and the file that installs it. */
export interface KeptRelease {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  readonly path: string;
}

/** Releases that were kept to go back to: `updates/kept/<version>/`, each with its document and one file. */
export interface KeptReleases {
  /** Whether something is kept of `version`; `read` says whether it is still what was signed. */
  has(version: string): boolean;
  /** Keeps what `write` puts at the path that it is given. Throws what the disk throws. */
  keep(release: SignedRelease, file: ReleaseFile, write: (path: string) => Promise<void>): Promise<void>;
  /** The kept release, verified to the last byte. Errors: `update.signature`, `update.foreign`, `update.broken`. */
  read(version: string): Promise<KeptRelease | undefined>;
  /** Removes all but these versions. */
  keepOnly(versions: readonly string[]): void;
}

const DOCUMENT = 'release.jws';

export function openKeptReleases(
  folder: string,
  parts: {
    readonly platform: Platform;
    readonly keys: readonly JWK[];
    fileFor(release: SignedRelease): ReleaseFile | undefined;
  },
): KeptReleases {
  const placeOf = (version: string) => join(folder, version);
  return {
    has: (version) => existsSync(join(placeOf(version), DOCUMENT)),
    async keep(release, file, write) {
      const place = placeOf(release.version);
      removeFolder(place);
      mkdirSync(place, { recursive: true, mode: 0o700 });
      await write(join(place, file.name));
      // Last: with it the release counts as kept.
      replaceFile(join(place, DOCUMENT), release.document);
      syncFolder(place);
    },
    async read(version) {
      const place = placeOf(version);
      if (!existsSync(join(place, DOCUMENT))) return undefined;
      const release = await readRelease(readFileSync(join(place, DOCUMENT), 'utf8'), parts.platform, parts.keys);
      const file = parts.fileFor(release);
      if (release.version !== version || file === undefined) return undefined;
      const path = join(place, file.name);
      await checkFile(file, path);
      return { release, file, path };
    },
    keepOnly(versions) {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder))
        if (isVersion(name) && !versions.includes(name)) removeFolder(placeOf(name));
    },
  };
}

/** A virus scanner may hold an installer for a moment. */
function removeFolder(place: string): void {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/** Reads the file at `path` to its end. Errors: `update.broken`, and what the disk throws. */
export async function checkFile(file: ReleaseFile, path: string): Promise<void> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  await pipeline(createReadStream(path), createFileCheck(file), nowhere);
}

/** Copies it, checked on the way. Errors: as `checkFile`. */
export async function copyChecked(file: ReleaseFile, from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createFileCheck(file), createWriteStream(to, { mode: 0o600 }));
}
