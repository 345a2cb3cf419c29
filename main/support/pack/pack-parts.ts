import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { release } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { CheckReport } from '../../../preload/contract/checks.ts';
import { englishWords } from '../../base/native-words.ts';
import { toTillError } from '../../base/till-error.ts';
import type { Disk } from '../../journal/database.ts';
import { type EventStream, openEventStream, type StoredEvent } from '../../journal/event-stream.ts';
import { readLine } from '../logs/log-line.ts';
import { type LogFile, linesBefore, withLogFiles } from '../logs/log-reader.ts';
import { LEFT_OUT, packedChecks, redacted } from './redact.ts';

interface Shortage {
  readonly why: 'older' | 'nothing' | 'failed';
  readonly code?: string;
}

export interface Written {
  readonly lines: number;
  readonly bytes: number;
  readonly full: boolean;
}

export type WritePart = (
  name: string,
  lines: Iterable<string> | AsyncIterable<string>,
  mostBytes?: number,
) => Promise<Written>;

export type PartMade = { readonly name: string; readonly lacks?: Shortage };

const MOST_EVENTS = 20_000;
const JOURNAL_BYTES = 16 << 20;
/** Total of all log files, newest first. */
const LOG_BYTES = 10 << 20;

export async function settingsPart(write: WritePart, file: object): Promise<PartMade> {
  const { seal: _seal, ...settings } = file as { readonly seal?: unknown };
  return jsonPart(write, 'settings.json', redacted(settings));
}

interface VersionFacts {
  readonly app: string;
  readonly terminalId: string;
}

export function versionsPart(write: WritePart, facts: VersionFacts, now: number): Promise<PartMade> {
  const { platform, arch, versions } = process;
  const { node, electron, chrome, v8, sqlite, openssl } = versions;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return jsonPart(write, 'versions.json', {
    at: new Date(now).toISOString(),
    zone,
    ...facts,
    system: `${platform} ${arch} ${release()}`,
    versions: { electron, chrome, node, v8, sqlite, openssl },
    upForSeconds: Math.round(process.uptime()),
    memory: process.memoryUsage(),
  });
}

export async function checksPart(
  write: WritePart,
  run: ((signal: AbortSignal) => Promise<CheckReport>) | undefined,
  signal: AbortSignal,
): Promise<PartMade> {
  const name = 'checks.json';
  if (run === undefined) return { name, lacks: { why: 'nothing' } };
  try {
    return await jsonPart(write, name, packedChecks(await run(signal), await englishWords()));
  } catch (thrown) {
    return { name, lacks: { why: 'failed', code: toTillError(thrown).code } };
  }
}

function jsonPart(write: WritePart, name: string, value: unknown): Promise<PartMade> {
  return write(name, [JSON.stringify(value, null, 2)]).then(() => ({ name }));
}

export async function journalPart(write: WritePart, file: string | undefined, disk: Disk): Promise<PartMade> {
  const name = 'journal.jsonl';
  if (file === undefined || !disk.exists(file)) return { name, lacks: { why: 'nothing' } };
  let stream: EventStream | undefined;
  try {
    stream = openEventStream(file, disk);
    const { lines, full } = await write(name, eventLines(stream.newest(MOST_EVENTS)), JOURNAL_BYTES);
    const lacks = full || lines < stream.count;
    return lacks ? { name, lacks: { why: 'older' } } : { name };
  } catch (thrown) {
    return { name, lacks: { why: 'failed', code: toTillError(thrown).code } };
  } finally {
    stream?.close();
  }
}

function* eventLines(events: Iterable<StoredEvent>): Generator<string> {
  for (const { seq, at, type, posId, hash, payload } of events)
    yield JSON.stringify({ seq, at: new Date(at).toISOString(), type, posId, hash, ...payloadOf(payload) });
}

function payloadOf(text: string): object {
  try {
    return redacted(JSON.parse(text)) as object;
  } catch {
    // Shows support that the payload was altered on the disk.
    return { payload: LEFT_OUT };
  }
}

export function logParts(write: WritePart, folder: string, signal: AbortSignal): Promise<readonly PartMade[]> {
  return withLogFiles(folder, async (files) => {
    const made: PartMade[] = [];
    let room = LOG_BYTES;
    for (const file of files) {
      const name = `logs/${file.name}`;
      if (room <= 0) {
        made.push({ name, lacks: { why: 'older' } });
        continue;
      }
      const { lines, bytes, isWhole } = await newestLines(file, room, signal);
      // Masking again may lengthen a line by an ellipsis; twice the room is never reached.
      await write(name, lines, room * 2);
      made.push(isWhole ? { name } : { name, lacks: { why: 'older' } });
      room -= bytes;
    }
    return made;
  });
}

/** Held in memory: the file is read from its end. */
async function newestLines(file: LogFile, room: number, signal: AbortSignal) {
  const lines: string[] = [];
  let bytes = 0;
  for await (const { start, text, cut } of linesBefore(file, file.size)) {
    if (file.size - start > room) return { lines: lines.reverse(), bytes: room, isWhole: false };
    bytes = file.size - start;
    const { level, at, message, fields } = readLine(text, cut).checked();
    const time = at === undefined ? undefined : new Date(at).toISOString();
    lines.push(JSON.stringify({ level, time, msg: message, ...fields }));
    if (lines.length % LINES_AT_ONCE === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
  }
  return { lines: lines.reverse(), bytes, isWhole: file.first === 0 };
}

export interface PackPart extends PartMade {
  readonly bytes: number;
  readonly sha256: string;
}

const ABOUT: Readonly<Record<string, string>> = {
  'settings.json': 'Settings of the terminal, without free texts, keys and PINs.',
  'versions.json': 'Versions of the app and of its platform.',
  'checks.json': 'Findings of the checks in words, with their facts.',
  'journal.jsonl':
    'Events of payments and refunds, one a line. Kept: amounts, references, ids, states, times, codes. ' +
    'Left out: names of payers and staff, accounts, messages, descriptions, reasons, and payment codes.',
};

export function contentsText(parts: readonly PackPart[], at: number): string {
  const lines = parts.map(
    ({ name, bytes, sha256, lacks }) =>
      `${name}\n  ${bytes} bytes, sha256 ${sha256}\n  ${aboutPart(name)}${lacks === undefined ? '' : `\n  ${lackWords(lacks)}`}`,
  );
  return [
    `Tillmate support pack, ${new Date(at).toISOString()}`,
    'Texts left out are shown as "…".',
    ...lines,
    '',
  ].join('\n\n');
}

function aboutPart(name: string): string {
  return ABOUT[name] ?? 'Log of the till, one line for each entry.';
}

function lackWords({ why, code }: NonNullable<PartMade['lacks']>): string {
  if (why === 'older') return 'INCOMPLETE: the oldest part did not fit.';
  return why === 'nothing' ? 'MISSING: none exists.' : `MISSING OR INCOMPLETE: ${code ?? 'failed'}.`;
}

/** Lines between pauses: a sale in progress must not wait for a pack. */
const LINES_AT_ONCE = 64;

export async function writeLines(
  to: WriteStream,
  lines: Iterable<string> | AsyncIterable<string>,
  mostBytes: number,
  pause: () => Promise<void>,
): Promise<Written> {
  let count = 0;
  let bytes = 0;
  for await (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > mostBytes) return { lines: count, bytes, full: true };
    bytes += size;
    count += 1;
    if (!to.write(`${line}\n`)) await once(to, 'drain');
    if (count % LINES_AT_ONCE === 0) await pause();
  }
  return { lines: count, bytes, full: false };
}
