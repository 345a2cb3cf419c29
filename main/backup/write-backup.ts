import { mkdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock, Random } from '../base/clock.ts';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { removeFolder } from '../base/remove-folder.ts';
import { giveName, leaveNothing, savedFileError } from '../base/saved-file.ts';
import { TillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { BackupKey } from '../identity/backup-key.ts';
import { keysOfState, type State } from '../identity/sealed-record.ts';
import { otherJournals, systemFolders } from '../journal/account-folders.ts';
import { copyJournal, standingOf } from '../journal/copy-journal.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { picturesOf } from '../settings/pictures.ts';
import { stateOf, type Trust } from '../settings/read-trust.ts';
import { tampering } from '../settings/secrets.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import {
  type BackedUpJournal,
  type BackedUpState,
  backedUpFile,
  journalEntryName,
  type Manifest,
  NAMES,
  restOfState,
} from './backup-content.ts';
import { type Entry, fileEntry, joinEntries, textEntry } from './entries.ts';
import { sealPieces } from './sealed-pieces.ts';

export interface BackupSource {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly dataFolder: string;
  readonly version: string;
  readonly store: { readonly file: TerminalFile };
  readonly trust: { readonly found: Trust; readonly fault: TillError | undefined };
  readonly disk?: Disk;
}

interface BackupRequest {
  readonly path: string;
  readonly key: BackupKey;
  readonly withKeys: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes to a temporary name next to `path`, deletes the file on failure, and returns its size in bytes. Each journal is
 * copied from one moment while sales continue. Throws `TillError`: `terminal.tampered`, `backup.cancelled`, `file.*` for
 * the path, and the errors of the sealed record and of `copyJournal`.
 */
export async function writeBackup(source: BackupSource, request: BackupRequest): Promise<number> {
  const { dataFolder } = source;
  const state = stateToKeep(source);
  if (isWithinFolder(dirname(request.path), dataFolder))
    throw new TillError('file.own-folder', "Backup file inside the till's data folder");
  const copies = join(dataFolder, dataFolders.backupCopies);
  removeCopies(dataFolder);
  try {
    mkdirSync(copies, { recursive: true });
    return await writeFile(source, request, await gather(source, state, request, copies));
  } finally {
    removeCopies(dataFolder);
  }
}

export function removeCopies(dataFolder: string): void {
  removeFolder(join(dataFolder, dataFolders.backupCopies));
}

/** A restore must not bring back a manual change. */
function stateToKeep({ trust: { found, fault } }: BackupSource): State {
  if (fault !== undefined) throw fault;
  if (found.kind === 'lost') throw found.error;
  const tampered = tampering(found);
  if (tampered !== undefined) throw tampered;
  return stateOf(found);
}

async function gather(source: BackupSource, state: State, { withKeys, signal }: BackupRequest, copies: string) {
  const { clock, dataFolder, version, store } = source;
  const madeAt = clock.now();
  const { file } = store;
  const { journals, files } = await copyJournals(source, copies, signal);
  const { signingKey, apiKey } = state;
  const manifest: Manifest = {
    madeAt,
    madeBy: version,
    terminalId: file.terminalId,
    had: { ...omitUndefined({ signingKey: signingKey?.kid }), apiKey: apiKey !== undefined },
    withKeys,
    journals,
  };
  const pictures = [...new Set(picturesOf(file.counter))].flatMap((name) => {
    const path = name === undefined ? '' : join(dataFolder, dataFolders.pictures, name);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    return name === undefined || bytes === undefined ? [] : [fileEntry(`pictures/${name}`, path, bytes)];
  });
  return [
    textEntry(NAMES.manifest, manifest),
    textEntry(NAMES.file, backedUpFile.parse(file)),
    textEntry(NAMES.state, keptOf(state, { withKeys })),
    ...pictures,
    ...files,
  ];
}

/** The daily key opens the keys in daily backups: included only with the keys, or when those hold no keys. */
function keptOf(state: State, { withKeys }: Pick<BackupRequest, 'withKeys'>): BackedUpState {
  const { backup } = state;
  const isOpener = backup !== undefined && (withKeys || !backup.withKeys);
  return {
    ...restOfState.parse(state),
    ...(withKeys ? keysOfState.parse(state) : {}),
    ...omitUndefined({ backup: isOpener ? backup : undefined }),
  };
}

async function copyJournals(source: BackupSource, copies: string, signal: AbortSignal | undefined) {
  const { dataFolder, disk = systemDisk } = source;
  const journals: BackedUpJournal[] = [];
  const files: Entry[] = [];
  for (const { folder, environment, profileId } of otherJournals(dataFolder, undefined, systemFolders)) {
    const [file, place] = [join(folder, dataFiles.journal), basename(folder)];
    if (!disk.exists(file)) continue;
    if (signal?.aborted) throw cancelled();
    const copy = join(copies, `${place}.sqlite`);
    await copyJournal(file, copy, disk);
    const { salts, ...standing } = standingOf(copy, disk);
    journals.push({ place, environment, profileId, ...standing, salts: [...salts] });
    files.push(fileEntry(journalEntryName(place), copy, disk.size(copy)));
  }
  return { journals, files };
}

async function writeFile({ random }: BackupSource, { path, key, signal }: BackupRequest, entries: readonly Entry[]) {
  const draft = join(dirname(path), `.tillmate-backup-${random.uuid()}.part`);
  let handle: FileHandle | undefined;
  try {
    handle = await open(draft, 'wx', 0o600).catch(asFileError);
    const bytes = await fill(handle, key, entries, signal);
    await handle.sync().catch(asFileError);
    await handle.close();
    await nameDraft(draft, path).catch(asFileError);
    return bytes;
  } catch (thrown) {
    await handle?.close().catch(() => undefined);
    leaveNothing(draft);
    throw signal?.aborted ? cancelled() : thrown;
  }
}

async function fill(handle: FileHandle, key: BackupKey, entries: readonly Entry[], signal: AbortSignal | undefined) {
  let bytes = 0;
  await pipeline(
    joinEntries(entries),
    // Level 2 already finds the repetitions in a journal; a higher level takes three times as long and saves a tenth.
    createGzip({ level: 2 }),
    (compressed: AsyncIterable<Uint8Array>) => sealPieces(compressed, key),
    async (lines: AsyncIterable<Uint8Array>) => {
      for await (const line of lines) {
        await handle.writeFile(line).catch(asFileError);
        bytes += line.length;
      }
    },
    ...(signal === undefined ? [] : [{ signal }]),
  );
  return bytes;
}

async function nameDraft(draft: string, path: string): Promise<void> {
  giveName(draft, path);
}

function asFileError(thrown: unknown): never {
  throw savedFileError(thrown);
}

function cancelled(): TillError {
  return new TillError('backup.cancelled', 'Backup cancelled');
}
