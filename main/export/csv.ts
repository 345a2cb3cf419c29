import { stringify } from 'csv-stringify/sync';
import { amountText, timeTexts } from './cell-text.ts';
import type { Column, Format, Zone } from './table.ts';

export interface CsvOptions {
  readonly separator: ';' | ',';
  readonly decimal: ',' | '.';
  /** Excel takes a file without it for one of an old code page, and shows é as Ã©. */
  readonly byteOrderMark: boolean;
  readonly headings?: Readonly<Record<string, string>> | undefined;
  readonly zone: Zone;
}

/** Texts are quoted at either separator, whichever divides this file: whoever reads it may be set to the other one. */
const QUOTED = /[";,\t\r\n]/;

/** RFC 4180 in UTF-8: CR LF after each record, and quotes around texts that hold a separator, a quote or an end of line. */
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

/**
 * Signs that make a spreadsheet run a text as a formula, also in full width as Asian keyboards type them. Spaces, tabs,
 * ends of lines and characters that nobody sees may stand before one.
 */
const SIGN = /[=+\-@＝＋－＠﹢﹣−]/;
const AT_START = /^[\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣−]/u;
const SEPARATOR = /[;,\t\r\n]/;
const AFTER_SEPARATOR = /([;,\t\r\n])(?=(?:"|(?![\t\r\n])[\p{Z}\p{C}])*[=+\-@＝＋－＠﹢﹣−])/gu;

/**
 * A text that no spreadsheet runs: an apostrophe stands before what would be a formula. Payers write these texts. Within a
 * text the same goes after each separator: a spreadsheet that is set to semicolons splits at those of a file with commas,
 * quoted or not. For texts alone: an amount below zero is a number, and stays one.
 */
export function defused(text: string): string {
  // Most texts have none of the signs, and looking closely takes time.
  if (!SIGN.test(text)) return text;
  const rest = SEPARATOR.test(text) ? text.replace(AFTER_SEPARATOR, "$1'") : text;
  return AT_START.test(text) ? `'${rest}` : rest;
}
