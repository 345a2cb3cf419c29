import { amountText, timeTexts } from './cell-text.ts';
import { defused } from './defuse.ts';
import type { Cell, Column, Format, Zone } from './table.ts';

export interface CsvOptions {
  readonly separator: ';' | ',';
  readonly decimal: ',' | '.';
  /** Excel takes a file without it for one of an old code page, and shows é as Ã©. */
  readonly byteOrderMark: boolean;
  /** What stands over the columns, by their names; the names themselves where absent. */
  readonly headings?: Readonly<Record<string, string>> | undefined;
  readonly zone: Zone;
}

/**
 * RFC 4180 in UTF-8: CR LF after each record, and quotes around what holds a separator, a quote or an end of line.
 *
 * Not csv-stringify (6.9): it takes longer over a row than reading and formatting it take together. Tests hold this
 * against it.
 */
export function csv(options: CsvOptions): Format {
  const { separator, byteOrderMark, headings } = options;
  return async function* (columns, batches) {
    const texts = columns.map((column) => cellText(column, options));
    const head = columns.map(({ name }) => textCell(headings?.[name] ?? name));
    yield `${byteOrderMark ? '\ufeff' : ''}${head.join(separator)}\r\n`;
    for await (const rows of batches) {
      let lines = '';
      for (const row of rows) {
        for (let column = 0; column < texts.length; column += 1)
          lines += `${column === 0 ? '' : separator}${texts[column]?.(row[column])}`;
        lines += '\r\n';
      }
      yield lines;
    }
  };
}

function cellText({ type }: Column, { separator, decimal, zone }: CsvOptions): (cell: Cell) => string {
  const timeText = timeTexts(zone);
  switch (type) {
    case 'text':
      return (cell) => (cell === undefined ? '' : textCell(String(cell)));
    case 'cents':
      return (cell) => (typeof cell === 'number' ? unlessSeparator(amountText(cell, decimal), separator) : '');
    case 'time':
      return (cell) => (typeof cell === 'number' ? timeText(cell) : '');
    case 'integer':
      return (cell) => (cell === undefined ? '' : String(cell));
  }
}

/** Either separator is quoted, whichever divides this file: whoever reads it may be set to the other one. */
const QUOTED = /[";,\t\r\n]/;

/** Begins like a word and has none of what divides or quotes: most texts, and whoever looks closely at each takes twice as long. */
const PLAIN = /^[0-9A-Za-z][^";,\t\r\n]*$/;

function textCell(text: string): string {
  if (text === '' || PLAIN.test(text)) return text;
  const safe = defused(text);
  return QUOTED.test(safe) ? quoted(safe) : safe;
}

function unlessSeparator(text: string, separator: string): string {
  return text.includes(separator) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
