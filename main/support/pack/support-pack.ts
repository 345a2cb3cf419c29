import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import yazl from 'yazl';
import type { CheckReport } from '../../../preload/contract/checks.ts';
import type { Clock, Random } from '../../base/clock.ts';
import { TillError } from '../../base/till-error.ts';
import type { Disk } from '../../journal/database.ts';
import {
  checksPart,
  contentsText,
  journalPart,
  logParts,
  type PackPart,
  type PartMade,
  settingsPart,
  versionsPart,
  type WritePart,
  type Written,
  writeLines,
} from './pack-parts.ts';

export interface SupportPackParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  /** Holds the parts until the pack is saved or dropped; any other content is removed. */
  readonly folder: string;
  readonly logFolder: string;
  readonly disk: Disk;
  readonly version: string;
  file(): { readonly terminalId: string };
  journal(): string | undefined;
  readonly checks?: ((signal: AbortSignal) => Promise<CheckReport>) | undefined;
}

interface ReadyPack {
  readonly id: string;
  readonly parts: readonly PackPart[];
}

/** Prepared first so that the manager can inspect the content. A single pack at a time. */
export type SupportPack = ReturnType<typeof createSupportPack>;

const PART_BYTES = 1 << 20;
const PIECE_BYTES = 1 << 16;

export function createSupportPack(parts: SupportPackParts) {
  const { clock, random, folder } = parts;
  let ready: (ReadyPack & { readonly at: number }) | undefined;
  // Remove the pack of an earlier start that was killed. `prepare` reports a folder that cannot be removed.
  const turns = createTurns(rm(folder, { recursive: true, force: true }));
  const { alone } = turns;

  async function clear(): Promise<void> {
    ready = undefined;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async function assemble(signal: AbortSignal): Promise<ReadyPack> {
    await clear();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = clock.now();
    const write: WritePart = (name, lines, most = PART_BYTES) => writePart(join(folder, name), lines, most, signal);
    const { terminalId } = parts.file();
    const made: readonly PartMade[] = [
      await settingsPart(write, parts.file()),
      await versionsPart(write, { app: parts.version, terminalId }, at),
      await checksPart(write, parts.checks, signal),
      await journalPart(write, parts.journal(), parts.disk),
      ...(await logParts(write, parts.logFolder, signal)),
    ];
    const listed: PackPart[] = [];
    for (const part of made) listed.push({ ...part, ...(await measured(join(folder, part.name))) });
    const name = 'contents.txt';
    await write(name, [contentsText(listed, at)]);
    ready = { id: random.uuid(), at, parts: [{ name, ...(await measured(join(folder, name))) }, ...listed] };
    return ready;
  }

  function required(id: string): ReadyPack & { readonly at: number } {
    if (ready === undefined || ready.id !== id) throw new TillError('pack.gone', 'Support pack replaced or missing');
    return ready;
  }

  return {
    /** Replaces the previous pack. Rejects with `TillError` `pack.busy`, `pack.disk`, `pack.gone` (just dropped). */
    prepare: (): Promise<ReadyPack> =>
      alone(async (signal) => {
        try {
          return await assemble(signal);
        } catch (thrown) {
          await clear().catch(() => undefined);
          throw thrown;
        }
      }),
    /** A piece exactly as in the zip. Rejects with `TillError` `pack.busy`, `pack.gone`, `pack.disk`. */
    look: (id: string, name: string, offset: number) =>
      alone(async () => {
        const part = required(id).parts.find((one) => one.name === name && one.bytes > 0);
        if (part === undefined) throw new TillError('pack.gone', 'Unknown part of the support pack');
        return piece(join(folder, name), offset, part.bytes);
      }),
    /** Rejects with the errors of `look`. */
    zip: (id: string): Promise<Uint8Array> =>
      alone(async () => {
        const { parts: listed, at } = required(id);
        return zipped(
          folder,
          listed.filter(({ bytes }) => bytes > 0).map(({ name }) => name),
          at,
        );
      }),
    /** Resolves once the pack is removed from the disk. */
    drop(): Promise<void> {
      turns.breakOff();
      return turns.inTurn(clear);
    },
  };
}

/** A dropped pack is removed before the next pack is prepared. */
function createTurns(before: Promise<unknown>) {
  let work: Promise<unknown> = before.catch(() => undefined);
  /** A dropped task ends by itself, and no longer makes the pack busy. */
  let current: AbortController | undefined;

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const mine = work.then(task);
    work = mine.catch(() => undefined);
    return mine;
  }

  return {
    inTurn,
    async alone<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (current !== undefined) throw new TillError('pack.busy', 'Support pack in progress', { retryable: true });
      const mine = new AbortController();
      current = mine;
      try {
        return await inTurn(() => task(mine.signal));
      } catch (thrown) {
        if (thrown instanceof TillError) throw thrown;
        throw new TillError('pack.disk', 'Disk error for the support pack', { retryable: true, cause: thrown });
      } finally {
        if (current === mine) current = undefined;
      }
    },
    breakOff() {
      current?.abort(new TillError('pack.gone', 'Support pack discarded'));
      current = undefined;
    },
  };
}

/** Only this account can read the file. Rejects with the reason of `signal`. */
async function writePart(
  path: string,
  lines: Parameters<WritePart>[1],
  most: number,
  signal: AbortSignal,
): Promise<Written> {
  signal.throwIfAborted();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const to = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const failed = new Promise<never>((_, reject) => to.once('error', reject));
  const written = writeLines(to, lines, most, async () => {
    await setImmediate();
    signal.throwIfAborted();
  });
  try {
    const done = await Promise.race([written, failed]);
    await Promise.race([new Promise<void>((closed) => to.end(closed)), failed]);
    return done;
  } catch (thrown) {
    to.destroy();
    throw thrown;
  }
}

async function measured(path: string): Promise<Pick<PackPart, 'bytes' | 'sha256'>> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return { bytes: 0, sha256: '' };
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: size, sha256: hash.digest('hex') };
}

/** Ends at the end of a line if possible, and never within a character. */
async function piece(path: string, offset: number, size: number) {
  const handle = await open(path, 'r');
  try {
    const block = Buffer.alloc(PIECE_BYTES);
    const { bytesRead } = await handle.read(block, 0, PIECE_BYTES, offset);
    const read = block.subarray(0, bytesRead);
    const end = offset + bytesRead >= size ? bytesRead : endOfText(read);
    const next = offset + end;
    return { text: read.subarray(0, end).toString('utf8'), next: next < size && end > 0 ? next : undefined };
  } finally {
    await handle.close();
  }
}

function endOfText(bytes: Buffer): number {
  const line = bytes.lastIndexOf(0x0a);
  if (line !== -1) return line + 1;
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return Math.max(0, end - 1);
}

async function zipped(folder: string, names: readonly string[], at: number): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  const pieces: Uint8Array[] = [];
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  // Only the owner may read the files, on any system.
  for (const name of names) zip.addFile(join(folder, name), name, { mtime: new Date(at), mode: 0o100600 });
  zip.end();
  const read = (async () => {
    for await (const chunk of zip.outputStream) pieces.push(Buffer.from(chunk as Uint8Array));
  })();
  await Promise.race([read, failed]);
  return Buffer.concat(pieces);
}
