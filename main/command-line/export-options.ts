import { extname } from 'node:path';
import {
  type ExportBy,
  type ExportFormat,
  type ExportKind,
  exportBy,
  exportFormat,
} from '../../preload/contract/export.ts';
import { TillError } from '../base/till-error.ts';
import { ALWAYS, type ExportRequest } from '../export/export-request.ts';
import { journalKinds } from '../export/open-table.ts';
import type { Span } from '../journal/record-stream.ts';
import type { ExportOptions } from './options.ts';

const SEPARATORS: Readonly<Record<string, ExportRequest['separator']>> = {
  semicolon: ';',
  comma: ',',
  ';': ';',
  ',': ',',
};
const DECIMALS: Readonly<Record<string, ExportRequest['decimal']>> = { comma: ',', point: '.', ',': ',', '.': '.' };
const ENDINGS: ReadonlyMap<string, ExportFormat> = new Map([
  ['.xlsx', 'xlsx'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
]);

/** Days follow the machine's calendar. Throws `TillError` `export.option`, with the `option`. */
export function readExportWords(words: ExportOptions, now: number): ExportRequest & { readonly out: string } {
  const kind = oneOf('--export', words.kind, journalKinds);
  const { out = refuse('--out', 'requires the file of the export, such as --out=payments.csv') } = words;
  const separator = chosen('--separator', words.separator ?? 'semicolon', SEPARATORS);
  const format = words.format ?? ENDINGS.get(extname(out).toLowerCase()) ?? 'csv';
  return {
    kind,
    span: spanOf(words, now),
    ...byOf(kind, words.by),
    format: oneOf('--format', format, exportFormat.options),
    separator,
    decimal: chosen('--decimal', words.decimal ?? (separator === ';' ? 'comma' : 'point'), DECIMALS),
    byteOrderMark: words.byteOrderMark,
    out,
  };
}

function spanOf({ from, to }: ExportOptions, now: number): Span {
  const span = {
    from: from === undefined ? ALWAYS.from : dayStart('--from', from, now, 0),
    before: to === undefined ? ALWAYS.before : dayStart('--to', to, now, 1),
  };
  if (span.from > now) refuse('--from', `is in the future: ${from}`);
  if (span.before <= span.from) refuse('--to', `is before --from: ${to}`);
  return span;
}

/** Shifts have a single date: the time of their close. */
function byOf(kind: ExportKind, word: string | undefined): { readonly by?: ExportBy } {
  if (word === undefined) return {};
  if (kind === 'shifts') refuse('--by', 'applies to payments and refunds only: shifts are exported by closing time');
  return { by: oneOf('--by', word, exportBy.options) };
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_AGO: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** Start of a day plus `later` days, ms since the epoch. By the calendar, since a day may have 23 or 25 hours. */
function dayStart(option: string, text: string, now: number, later: number): number {
  const ago = DAYS_AGO.get(text);
  const today = new Date(now);
  if (ago !== undefined)
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago + later).getTime();
  const [, year, month, day] =
    DAY.exec(text) ?? refuse(option, `is not a day such as 2026-11-20, today or yesterday: ${text}`);
  const start = new Date(Number(year), Number(month) - 1, Number(day));
  if (start.getMonth() !== Number(month) - 1) refuse(option, `is not in the calendar: ${text}`);
  return new Date(Number(year), Number(month) - 1, Number(day) + later).getTime();
}

function oneOf<Word extends string>(option: string, word: string, words: readonly Word[]): Word {
  return (
    words.find((known) => known === word) ?? refuse(option, `is one of ${words.join(', ')}, not ${word || 'empty'}`)
  );
}

function chosen<Value>(option: string, word: string, values: Readonly<Record<string, Value>>): Value {
  const names = Object.keys(values).filter((name) => name.length > 1);
  return (
    (Object.hasOwn(values, word) ? values[word] : undefined) ??
    refuse(option, `is one of ${names.join(', ')}, not ${word}`)
  );
}

function refuse(option: string, why: string): never {
  throw new TillError('export.option', `${option} ${why}`, { values: { option } });
}
