import { mkdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { MAX_PICTURE_BYTES } from '../../preload/contract/setting-values.ts';
import { streamHandedText } from '../base/handed-file.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { keyByPassphrase } from '../identity/backup-key.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { readTerminalFile } from '../settings/terminal-file-versions.ts';
import {
  type BackedUpFile,
  type BackedUpState,
  backedUpFile,
  backedUpState,
  type Manifest,
  manifest,
  NAMES,
} from './backup-content.ts';
import { type Sink, splitEntries } from './entries.ts';
import { openPieces, readHead } from './sealed-pieces.ts';

/** The content of a backup; pictures and journals are in the folder of the unpacking, under their names. */
export interface UnpackedBackup {
  readonly manifest: Manifest;
  readonly file: BackedUpFile;
  readonly state: BackedUpState;
}

const TEXTS: ReadonlySet<string> = new Set(Object.values(NAMES));
const MIB = 1024 * 1024;
const LARGEST_TEXT = 4 * MIB;
const MOST_ENTRIES = 200;
/** A journal compresses to a tenth, a nearly empty journal to far less. */
const MOST_TIMES = 100;
const ALWAYS_FITS = 64 * MIB;
/** Room for sales during the preview of a backup. */
const LEFT_FREE = 200 * MIB;

/** Checks only the head of the file at `path`. Errors: as for `streamHandedText` and `readHead`. */
export async function requireBackup(path: string): Promise<void> {
  await named(path, async () => {
    const { lines } = await readHead(streamHandedText(path));
    await lines.return(undefined);
  });
}

/**
 * Verifies everything before the promise resolves; on rejection the caller empties `folder`. Errors: `backup.damaged`,
 * `backup.too-new`, `restore.full`, and the errors of `streamHandedText`, `readHead`, `openPieces` and the disk.
 */
export function unpackBackup(
  path: string,
  passphrase: string,
  folder: string,
  disk: Pick<Disk, 'room'> = systemDisk,
): Promise<UnpackedBackup> {
  return named(path, () => unpack(path, passphrase, folder, disk));
}

async function named<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof TillError) || !thrown.code.startsWith('backup.')) throw thrown;
    const { code, message, values, cause } = thrown;
    throw new TillError(code, message, { cause, values: { ...values, file: basename(path) } });
  }
}

async function unpack(
  path: string,
  passphrase: string,
  folder: string,
  disk: Pick<Disk, 'room'>,
): Promise<UnpackedBackup> {
  const texts = new Map<string, Buffer[]>();
  const handles = new Set<FileHandle>();
  const requireBounded = bounds(statSync(path).size, disk.room?.(join(folder, 'any')));
  const opened = await readHead(streamHandedText(path));
  try {
    const key = await keyByPassphrase(opened.head.passphrase, passphrase);
    await pipeline(openPieces(opened, key), createGunzip(), (stream: AsyncIterable<Uint8Array>) =>
      splitEntries(stream, async (name, bytes) => {
        requireBounded(name, bytes);
        return name.endsWith('.json') ? textSink(name, texts) : fileSink(join(folder, name), handles);
      }),
    );
  } catch (thrown) {
    throw asDamage(thrown);
  } finally {
    await opened.lines.return(undefined);
    // Windows cannot remove an open file.
    await Promise.allSettled([...handles].map((handle) => handle.close()));
  }
  return contentOf(path, texts);
}

/** Checked before the first byte of each entry: a small file can unpack to gigabytes. */
function bounds(fileBytes: number, room = Number.POSITIVE_INFINITY): (name: string, bytes: number) => void {
  let [entries, total] = [0, 0];
  return (name, bytes) => {
    entries += 1;
    total += bytes;
    const isTooLarge =
      (name.endsWith('.json') && bytes > LARGEST_TEXT) || (name.endsWith('.png') && bytes > MAX_PICTURE_BYTES);
    if (isTooLarge || entries > MOST_ENTRIES || total > ALWAYS_FITS + MOST_TIMES * fileBytes) throw damaged();
    if (total + LEFT_FREE > room)
      throw new TillError('restore.full', 'Not enough disk space for the content of the backup');
  };
}

async function textSink(name: string, texts: Map<string, Buffer[]>): Promise<Sink> {
  if (!TEXTS.has(name) || texts.has(name)) throw damaged();
  const parts: Buffer[] = [];
  texts.set(name, parts);
  return { write: async (chunk) => void parts.push(Buffer.from(chunk)), end: async () => undefined };
}

async function fileSink(path: string, handles: Set<FileHandle>): Promise<Sink> {
  mkdirSync(dirname(path), { recursive: true });
  const handle: FileHandle = await open(path, 'wx', 0o600);
  handles.add(handle);
  return {
    write: (chunk) => handle.writeFile(chunk),
    async end() {
      await handle.sync();
      handles.delete(handle);
      await handle.close();
    },
  };
}

function contentOf(path: string, texts: ReadonlyMap<string, Buffer[]>): UnpackedBackup {
  const textOf = (name: string) => Buffer.concat(texts.get(name) ?? []).toString('utf8');
  return {
    manifest: parsed(manifest, jsonOrUndefined(textOf(NAMES.manifest))),
    file: parsed(backedUpFile, settingsOf(path, textOf(NAMES.file))),
    state: parsed(backedUpState, jsonOrUndefined(textOf(NAMES.state))),
  };
}

function settingsOf(path: string, text: string): unknown {
  try {
    return readTerminalFile(path, text);
  } catch (cause) {
    if (cause instanceof TillError && cause.code === 'settings.too-new')
      throw new TillError('backup.too-new', 'Content of the backup is of a newer Tillmate', {
        values: cause.values,
        cause,
      });
    throw cause;
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw damaged(read.error);
}

function asDamage(thrown: unknown): unknown {
  if (thrown instanceof TillError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return code.startsWith('Z_') ? damaged(thrown) : thrown;
}

function damaged(cause?: unknown): TillError {
  return new TillError('backup.damaged', 'Unexpected content of the backup', { cause });
}
