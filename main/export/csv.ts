import { stringify } from 'csv-stringify/sync';
import { amountText, timeTexts } from './cell-text.ts';
import { defused } from './formula-guard.ts';
import type { Column, Format, Zone } from './table.ts';

export interface CsvOptions {
  readonly separator: ';' | ',';
  readonly decimal: ',' | '.';
  /** Without a byte order mark, Excel assumes an old code page and shows é as Ã©. */
  readonly byteOrderMark: boolean;
  readonly headings?: Readonly<Record<string, string>> | undefined;
  readonly zone: Zone;
}

/** Texts with either separator are quoted: the reading program may be set to the other separator. */
const QUOTED = /[";,\t\r\n]/;

/** Writes RFC 4180 in UTF-8: CR LF after each record, quotes around texts with a separator, quote or line break. */
export function csv({ separator, decimal, byteOrderMark, headings, zone }: CsvOptions): Format {
  return async function* (columns, batches) {
    const texts = columns.map(({ type }) => numberText(type, decimal, zone));
    const cast = {
      string: textCell,
      number: (value: number, { index }: { readonly index: number }) => texts[index]?.(value) ?? '',
    };
    const options = { delimiter: separator, record_delimiter: '\r\n', cast };
    yield `${byteOrderMark ? '\ufeff' : ''}${stringify([columns.map(({ name }) => headings?.[name] ?? name)], options)}`;
    for await (const rows of batches) yield stringify([...rows], options);
  };
}

function textCell(text: string): string | { readonly value: string; readonly quoted: true } {
  const value = defused(text);
  return QUOTED.test(value) ? { value, quoted: true } : value;
}

function numberText(type: Column['type'], decimal: ',' | '.', zone: Zone): (value: number) => string {
  if (type === 'cents') return (value) => amountText(value, decimal);
  return type === 'time' ? timeTexts(zone) : String;
}
