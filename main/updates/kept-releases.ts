import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JWK } from 'jose';
import { dataFiles } from '../base/data-files.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { removeFolder } from '../base/remove-folder.ts';
import {
  createFileCheck,
  isVersion,
  type Platform,
  type ReleaseFile,
  readRelease,
  type SignedRelease,
} from './release.ts';

interface KeptRelease {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  readonly path: string;
}

/** `updates/kept/<version>/`: a release document, and its file for this installation. */
export type KeptReleases = ReturnType<typeof openKeptReleases>;

export function openKeptReleases(
  folder: string,
  parts: {
    readonly platform: Platform;
    readonly keys: readonly JWK[];
    fileFor(release: SignedRelease): ReleaseFile | undefined;
  },
) {
  const placeOf = (version: string) => join(folder, version);
  return {
    /** Does not check the bytes; `read` does. */
    has: (version: string) => existsSync(join(placeOf(version), dataFiles.release)),
    /** Throws the errors of `write` and of the disk. */
    async keep(release: SignedRelease, file: ReleaseFile, write: (path: string) => Promise<void>): Promise<void> {
      const place = placeOf(release.version);
      removeFolder(place);
      mkdirSync(place, { recursive: true, mode: 0o700 });
      await write(join(place, file.name));
      // Written last: the document marks the release as completely stored.
      replaceFile(join(place, dataFiles.release), release.document);
      syncFolder(place);
    },
    /** Checks every byte. Throws `TillError` `update.signature`, `update.foreign`, `update.broken`. */
    async read(version: string): Promise<KeptRelease | undefined> {
      const place = placeOf(version);
      if (!existsSync(join(place, dataFiles.release))) return undefined;
      const release = await readRelease(
        readFileSync(join(place, dataFiles.release), 'utf8'),
        parts.platform,
        parts.keys,
      );
      const file = parts.fileFor(release);
      if (release.version !== version || file === undefined) return undefined;
      const path = join(place, file.name);
      await checkFile(file, path);
      return { release, file, path };
    },
    keepOnly(versions: readonly string[]): void {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder))
        if (isVersion(name) && !versions.includes(name)) removeFolder(placeOf(name));
    },
  };
}

/** Throws `TillError` `update.broken` if size or hash differ, and errors of the disk. */
export async function checkFile(file: ReleaseFile, path: string): Promise<void> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  await pipeline(createReadStream(path), createFileCheck(file), nowhere);
}

/** Throws the errors of `checkFile`. */
export async function copyChecked(file: ReleaseFile, from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createFileCheck(file), createWriteStream(to, { mode: 0o600 }));
}
