import { type LineLevel, type LogLine, readLine } from './log-line.ts';
import { type LogFile, linesBefore, type RawLine, withLogFiles } from './log-reader.ts';

/** An absent filter accepts every line. */
export interface LinesWanted {
  readonly levels?: readonly LineLevel[] | undefined;
  readonly text?: string | undefined;
  /** Part of a trace id, or of the id of a payment, sale or refund; case-insensitive. */
  readonly id?: string | undefined;
  /** ms since the epoch; `from` inclusive, `before` exclusive. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** All bytes of `file` from `end` on are done. */
export interface LogPlace {
  readonly file: string;
  readonly end: number;
}

interface FoundLine extends LogLine {
  /** Unique while the log file exists. */
  readonly id: string;
}

interface LinesPage {
  readonly rows: readonly FoundLine[];
  readonly next: LogPlace | undefined;
}

/** A search without hits must not read 30 MiB at once. */
const LOOKED_THROUGH = 4 << 20;

const ID_FIELDS = ['traceId', 'spanId', 'paymentId', 'saleId', 'refundKey', 'refundId', 'reference', 'about'] as const;

/** Newest first. A page may have fewer rows than `limit`, even none, while `next` is set. */
export function findLines(
  folder: string,
  wanted: LinesWanted,
  after: LogPlace | undefined,
  limit: number,
): Promise<LinesPage> {
  return withLogFiles(folder, async (files) => {
    const rows: FoundLine[] = [];
    let looked = 0;
    const isWanted = wantedIn(wanted);
    for (const { file, end } of partsAfter(files, after)) {
      let done = end;
      for await (const { start, text, cut } of linesBefore(file, end)) {
        looked += done - start;
        done = start;
        const line = isWanted({ text, cut });
        if (line !== undefined) rows.push({ ...line, id: `${file.id} ${start}` });
        if (rows.length === limit || looked >= LOOKED_THROUGH)
          return { rows, next: placeAfter(files, { file: file.id, end: start }) };
      }
    }
    return { rows, next: undefined };
  });
}

/** Nothing for a removed file: all older files were removed too. */
function partsAfter(
  files: readonly LogFile[],
  after: LogPlace | undefined,
): readonly { readonly file: LogFile; readonly end: number }[] {
  if (after === undefined) return files.map((file) => ({ file, end: file.size }));
  const index = files.findIndex(({ id }) => id === after.file);
  if (index === -1) return [];
  return files
    .slice(index)
    .map((file, place) => ({ file, end: place === 0 ? Math.min(after.end, file.size) : file.size }));
}

function placeAfter(files: readonly LogFile[], place: LogPlace): LogPlace | undefined {
  const last = files.at(-1);
  return last?.id === place.file && place.end <= last.first ? undefined : place;
}

function wantedIn({ levels, text = '', id = '', from, before }: LinesWanted) {
  const sought = text.toLowerCase();
  const soughtId = id.toLowerCase();
  // JSON escapes these characters, so the raw line may not contain the text.
  const isPlain = !/["\\\p{Cc}]/u.test(sought);
  return ({ text: raw, cut }: Pick<RawLine, 'text' | 'cut'>): LogLine | undefined => {
    const lower = raw.toLowerCase();
    if (!lower.includes(soughtId) || (isPlain && !lower.includes(sought))) return undefined;
    const { level, at, checked } = readLine(raw, cut);
    if (levels !== undefined && !levels.includes(level)) return undefined;
    if (from !== undefined && (at === undefined || at < from)) return undefined;
    if (before !== undefined && (at === undefined || at >= before)) return undefined;
    const line = checked();
    const isNamed = ID_FIELDS.some((name) =>
      String(line.fields[name] ?? '')
        .toLowerCase()
        .includes(soughtId),
    );
    if (!isNamed && id !== '') return undefined;
    return sought === '' || textOf(line).includes(sought) ? line : undefined;
  };
}

function textOf({ message, fields }: LogLine): string {
  return [message, ...Object.values(fields).map(String)].join('\n').toLowerCase();
}

export interface IdsOfPayment {
  readonly saleId: string;
  readonly paymentId: string | undefined;
  /** All ids without duplicates: reference, keys, ids, and trace ids of requests about the payment. */
  readonly all: readonly string[];
}

export interface LinesAbout {
  readonly lines: readonly LogLine[];
  readonly full: boolean;
}

const MOST = 300;

/** Reads the whole log (0.1 s), since the clock may have been changed. `from`: ms since the epoch. */
export function linesAbout(folder: string, ids: IdsOfPayment, from: number): Promise<LinesAbout> {
  const { all } = ids;
  return withLogFiles(folder, async (files) => {
    const found: LogLine[] = [];
    // Fast pre-filter. Quoted as in JSON, since a reference may equal a word of a message.
    const written = all.map((id) => JSON.stringify(id));
    for (const file of files)
      for await (const { text, cut } of linesBefore(file, file.size)) {
        if (!written.some((id) => text.includes(id))) continue;
        const line = readLine(text, cut).checked();
        if (!isAbout(line, ids, from)) continue;
        if (found.length === MOST) return { lines: found.reverse(), full: true };
        found.push(line);
      }
    return { lines: found.reverse(), full: false };
  });
}

const OTHER_IDS = ['refundKey', 'refundId', 'traceId', 'about', 'reference'] as const;

/** Any id but a sale or payment id may be of an earlier payment, and counts only after `from`, the sale's start. */
function isAbout({ at, fields }: LogLine, { saleId, paymentId, all }: IdsOfPayment, from: number): boolean {
  if (at === undefined) return false;
  if (fields['saleId'] !== undefined) return fields['saleId'] === saleId;
  if (fields['paymentId'] !== undefined) return fields['paymentId'] === paymentId;
  return at >= from && OTHER_IDS.some((name) => all.some((id) => fields[name] === id));
}

const SOUGHT = ['traceId', 'spanId', 'refundId', 'refundKey', 'paymentId', 'saleId'] as const;
/** A shorter part may occur in unrelated ids. */
const LONG_ENOUGH = 16;

export function namesId({ fields }: FoundLine, id: string): boolean {
  const sought = id.toLowerCase();
  return SOUGHT.some((name) => {
    const logged = String(fields[name] ?? '').toLowerCase();
    return logged === sought || (sought.length >= LONG_ENOUGH && logged.includes(sought));
  });
}
