import { type LineLevel, type LogLine, readLine } from './log-line.ts';
import { type LogFile, linesBefore, type RawLine, withLogFiles } from './log-reader.ts';

/** An absent filter lets every line through. */
export interface LinesWanted {
  readonly levels?: readonly LineLevel[] | undefined;
  readonly text?: string | undefined;
  /** A trace id, or the id of a payment, a sale or a refund, or a part of one, in whatever case. */
  readonly id?: string | undefined;
  /** ms since the epoch; this moment on, and before that one. */
  readonly from?: number | undefined;
  readonly before?: number | undefined;
}

/** Everything from this byte of this file on has been looked through. */
export interface LogPlace {
  readonly file: string;
  readonly end: number;
}

export interface FoundLine extends LogLine {
  /** Names this line alone, as long as its file is there. */
  readonly id: string;
}

interface LinesPage {
  readonly rows: readonly FoundLine[];
  readonly next: LogPlace | undefined;
}

/** Bytes for one page: a search for what is not there must not read 30 MiB at once. */
const LOOKED_THROUGH = 4 << 20;

const ID_FIELDS = ['traceId', 'spanId', 'paymentId', 'saleId', 'refundKey', 'refundId', 'reference', 'about'] as const;

/** Newest first. A page may have fewer rows than `limit`, even none, while `next` says that there is more. */
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

/** A file that was removed takes the older ones with it. */
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
  // JSON writes these another way than they are.
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
  /** Each once, with the reference, keys, ids and trace ids of what was asked about it. */
  readonly all: readonly string[];
}

export interface LinesAbout {
  readonly lines: readonly LogLine[];
  readonly full: boolean;
}

const MOST = 300;

/** Reads the whole log, a tenth of a second: the clock may have been set. `from`: ms since the epoch. */
export function linesAbout(folder: string, ids: IdsOfPayment, from: number): Promise<LinesAbout> {
  const { all } = ids;
  return withLogFiles(folder, async (files) => {
    const found: LogLine[] = [];
    // A sieve, as the log writes them: a word of a message may be somebody's reference.
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

/**
 * A line that names a sale, or else a payment, is about that one. Any other id may have been an earlier payment's, so
 * it counts `from` when this one began.
 */
function isAbout({ at, fields }: LogLine, { saleId, paymentId, all }: IdsOfPayment, from: number): boolean {
  if (at === undefined) return false;
  if (fields['saleId'] !== undefined) return fields['saleId'] === saleId;
  if (fields['paymentId'] !== undefined) return fields['paymentId'] === paymentId;
  return at >= from && OTHER_IDS.some((name) => all.some((id) => fields[name] === id));
}

const SOUGHT = ['traceId', 'spanId', 'refundId', 'refundKey', 'paymentId', 'saleId'] as const;
/** A shorter part of an id may stand in any other. */
const LONG_ENOUGH = 16;

/** True where a line names this id, or a part of it that is long enough. */
export function namesId({ fields }: FoundLine, id: string): boolean {
  const sought = id.toLowerCase();
  return SOUGHT.some((name) => {
    const told = String(fields[name] ?? '').toLowerCase();
    return told === sought || (sought.length >= LONG_ENOUGH && told.includes(sought));
  });
}
