import { describe, expect, test } from 'vitest';
import { readExportWords } from '../../main/command-line/export-options.ts';
import type { ExportOptions } from '../../main/command-line/options.ts';

/** A Sunday afternoon in local time. */
const now = new Date(2026, 10, 22, 15, 30).getTime();
const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();

const read = (words: Partial<ExportOptions> = {}) =>
  readExportWords({ kind: 'payments', out: 'p.csv', byteOrderMark: false, ...words }, now);

test('defaults to all payments in European spreadsheet format', () => {
  expect(read()).toEqual({
    kind: 'payments',
    span: { from: 0, before: Number.MAX_SAFE_INTEGER },
    format: 'csv',
    separator: ';',
    decimal: ',',
    byteOrderMark: false,
    out: 'p.csv',
  });
});

test.each([
  ['yesterday', 'yesterday', day(11, 21), day(11, 22)],
  ['today', 'today', day(11, 22), day(11, 23)],
  ['2026-11-01', '2026-11-30', day(11, 1), day(12, 1)],
  ['2026-03-29', '2026-03-29', day(3, 29), day(3, 30)],
  ['2024-02-29', undefined, new Date(2024, 1, 29).getTime(), Number.MAX_SAFE_INTEGER],
  [undefined, '2026-12-31', 0, new Date(2027, 0, 1).getTime()],
])('from %s to %s spans whole local days', (from, to, begins, ends) => {
  expect(read({ from, to }).span).toEqual({ from: begins, before: ends });
});

test('passes on the chosen day of payments and refunds', () => {
  expect(read({ by: 'ended' })).toMatchObject({ by: 'ended' });
  expect(read({ by: 'begun', kind: 'refunds' })).toMatchObject({ by: 'begun' });
});

test.each([
  ['/srv/payments.xlsx', 'xlsx'],
  ['payments.JSONL', 'jsonl'],
  ['payments.ndjson', 'jsonl'],
  ['payments.txt', 'csv'],
  ['payments', 'csv'],
])('the name %s implies %s, unless a format is given', (out, format) => {
  expect(read({ out }).format).toBe(format);
  expect(read({ out, format: 'jsonl' }).format).toBe('jsonl');
});

test.each([
  [{ separator: 'comma' }, ',', '.'],
  [{ separator: ',' }, ',', '.'],
  [{ separator: 'semicolon' }, ';', ','],
  [{ separator: 'semicolon', decimal: 'point' }, ';', '.'],
  [{ separator: 'comma', decimal: 'comma' }, ',', ','],
] as const)('%j separates with %s and writes amounts with %s', (words, separator, decimal) => {
  expect(read(words)).toMatchObject({ separator, decimal });
});

describe('refusals name the option', () => {
  test.each<[string, Partial<ExportOptions>, RegExp]>([
    ['--export', { kind: '' }, /one of payments, refunds.*not empty/],
    ['--export', { kind: 'sales' }, /one of payments, refunds.*not sales/],
    ['--out', { out: undefined }, /requires the file/],
    ['--from', { from: '22-11-2026' }, /not a day such as 2026-11-20, today or yesterday: 22-11-2026/],
    ['--from', { from: 'tomorrow' }, /not a day/],
    ['--from', { from: 'constructor' }, /not a day/],
    ['--from', { from: '2026-02-30' }, /not in the calendar/],
    ['--from', { from: '2026-13-01' }, /not in the calendar/],
    ['--from', { from: '2026-00-10' }, /not in the calendar/],
    ['--from', { from: '2026-11-23' }, /in the future/],
    ['--to', { from: '2026-11-20', to: '2026-11-19' }, /before --from/],
    ['--by', { by: 'night' }, /one of begun, ended, not night/],
    ['--by', { by: 'ended', kind: 'shifts' }, /payments and refunds only/],
    ['--format', { format: 'pdf' }, /one of csv, xlsx, jsonl, not pdf/],
    ['--separator', { separator: '|' }, /one of semicolon, comma, not |/],
    ['--separator', { separator: 'toString' }, /one of semicolon, comma/],
    ['--decimal', { decimal: 'none' }, /one of comma, point, not none/],
  ])('%s: %j', (option, words, message) => {
    expect(() => read(words)).toThrow(
      expect.objectContaining({ code: 'export.option', values: { option }, message: expect.stringMatching(message) }),
    );
  });
});
