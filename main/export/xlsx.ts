import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Batches, Cell, Column, ExportRow, Format, Zone } from './table.ts';
import { escaped, SHEET_END, STYLES, sheetPath, sheetStart, workbookParts } from './xlsx-parts.ts';

export interface XlsxOptions {
  readonly name: string;
  readonly headings?: Readonly<Record<string, string>> | undefined;
  readonly zone: Zone;
  /** Rows of a sheet with its headings, for tests; Excel's limit where absent. */
  readonly rowsOfSheet?: number;
}

/** Excel's limit. What is more goes on in a second sheet. */
const ROWS_OF_SHEET = 1_048_576;
/** Little is lost by packing quickly, and an export takes half as long. */
const COMPRESSION = 1;

/**
 * A workbook that is never held whole: sheets are written as text and packed by Node's zlib, off the main thread.
 *
 * Not write-excel-file (4.1): it holds all rows before it packs the first. Nor exceljs, which is not kept any more. Nor
 * hucre (1.0): it streams 33,000 of these rows in a second where this takes 120,000, makes files twice as large, and lets
 * through texts that Excel refuses to open.
 */
export function xlsx(options: XlsxOptions): Format {
  return async function* (columns, batches) {
    const zip = new ZipFile();
    // The part that is being packed failed: what reads the workbook hears of it there.
    zip.on('error', (fault: Error) => stream.destroy(fault));
    const stream = zip.outputStream as Readable;
    const rows = new RowSource(batches);
    const feeding = addParts(zip, columns, rows, options).catch((fault: unknown) => stream.destroy(asError(fault)));
    try {
      for await (const bytes of stream) yield bytes as Buffer;
      await feeding;
    } finally {
      stream.destroy();
      await rows.close();
    }
  };
}

async function addParts(
  zip: ZipFile,
  columns: readonly Column[],
  rows: RowSource,
  options: XlsxOptions,
): Promise<void> {
  const names: string[] = [];
  do {
    const number = names.length + 1;
    names.push(number === 1 ? options.name : `${options.name} ${number}`);
    const sheet = Readable.from(sheetOf(columns, rows, options), { objectMode: false, highWaterMark: 1 << 18 });
    zip.addReadStream(sheet, sheetPath(number), { compressionLevel: COMPRESSION });
    await once(sheet, 'end');
  } while (await rows.hasMore());
  for (const { path, xml } of workbookParts(names)) zip.addBuffer(Buffer.from(xml), path);
  zip.end();
}

async function* sheetOf(columns: readonly Column[], rows: RowSource, options: XlsxOptions): AsyncGenerator<Buffer> {
  const { headings, zone, rowsOfSheet = ROWS_OF_SHEET } = options;
  const titles = columns.map(({ name }) => headings?.[name] ?? name);
  const head = titles.map((title) => `<c s="${STYLES.heading}" t="inlineStr"><is><t>${escaped(title)}</t></is></c>`);
  yield Buffer.from(`${sheetStart(columns.map(widthOf))}<row>${head.join('')}</row>`);
  for (let left = rowsOfSheet - 1; left > 0; ) {
    const batch = await rows.next(left);
    if (batch === undefined) break;
    left -= batch.length;
    let xml = '';
    for (const row of batch) xml += rowXml(columns, row, zone);
    yield Buffer.from(xml);
  }
  yield Buffer.from(SHEET_END);
}

function rowXml(columns: readonly Column[], row: ExportRow, zone: Zone): string {
  let xml = '<row>';
  for (const [index, { type }] of columns.entries()) xml += cellXml(type, row[index], zone);
  return `${xml}</row>`;
}

function cellXml(type: Column['type'], cell: Cell, zone: Zone): string {
  if (cell === undefined || cell === '') return '<c/>';
  if (type === 'text' || typeof cell === 'string')
    return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell))}</t></is></c>`;
  if (type === 'cents') return `<c s="${STYLES.cents}"><v>${cell / 100}</v></c>`;
  if (type === 'time') return `<c s="${STYLES.time}"><v>${serialDate(cell, zone)}</v></c>`;
  return `<c><v>${cell}</v></c>`;
}

const MS_A_DAY = 86_400_000;
/** 1 January 1970 in days of the calendar that spreadsheets count in. */
const EPOCH_DAY = 25_569;

function serialDate(ms: number, zone: Zone): number {
  return (ms + zone(ms) * 60_000) / MS_A_DAY + EPOCH_DAY;
}

function widthOf({ type }: Column): number {
  if (type === 'time') return 20;
  return type === 'text' ? 26 : 12;
}

/** The batches, handed out again in pieces: a sheet may end within one. */
class RowSource {
  readonly #batches: AsyncIterator<readonly ExportRow[]>;
  #left: readonly ExportRow[] = [];

  constructor(batches: Batches) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** At most so many rows; undefined after the last. */
  async next(most: number): Promise<readonly ExportRow[] | undefined> {
    if (!(await this.hasMore())) return undefined;
    const rows = this.#left.slice(0, most);
    this.#left = this.#left.slice(most);
    return rows;
  }

  async hasMore(): Promise<boolean> {
    while (this.#left.length === 0) {
      const { done, value } = await this.#batches.next();
      if (done) return false;
      this.#left = value;
    }
    return true;
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
