import { describe, expect, test } from 'vitest';
import { type CsvOptions, csv } from '../../main/export/csv.ts';
import { defused } from '../../main/export/formula-guard.ts';
import type { Column } from '../../main/export/table.ts';
import fc from '../base/properties.ts';
import { formatted } from './batches.ts';

const columns: readonly Column[] = [
  { name: 'at', type: 'time' },
  { name: 'reference', type: 'text' },
  { name: 'amount', type: 'cents' },
  { name: 'count', type: 'integer' },
];
const european: CsvOptions = { separator: ';', decimal: ',', byteOrderMark: true, zone: () => 60 };
const american: CsvOptions = { separator: ',', decimal: '.', byteOrderMark: false, zone: () => 0 };
const texts: readonly Column[] = [
  { name: 'a', type: 'text' },
  { name: 'b', type: 'text' },
];

test('European Excel: UTF-8 mark, semicolons, decimal commas, CR LF', async () => {
  const bytes = await formatted(csv(european), columns, [
    [0, 'Zoë', -1_250, 3],
    [undefined, undefined, undefined, undefined],
  ]);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString('utf8', 3)).toBe(
    'at;reference;amount;count\r\n1970-01-01T01:00:00.000+01:00;Zoë;-12,50;3\r\n;;;\r\n',
  );
});

test('programs: no byte order mark, commas, decimal points', async () => {
  const bytes = await formatted(csv(american), columns, [[0, 'a', 5, 0]]);
  expect(bytes.toString()).toBe('at,reference,amount,count\r\n1970-01-01T00:00:00.000Z,a,0.05,0\r\n');
});

test('quotes amounts when the comma separates cells and decimals', async () => {
  const bytes = await formatted(csv({ ...american, decimal: ',' }), columns, [[undefined, 'a', 1_250, 0]]);
  expect(bytes.toString()).toContain(',a,"12,50",0\r\n');
});

test('quotes and defuses translated headings like any text', async () => {
  const headings = { a: 'Betrag; "€"', b: '=1' };
  const bytes = await formatted(csv({ ...american, headings }), texts, []);
  expect(bytes.toString()).toBe(`"Betrag; ""€""",'=1\r\n`);
});

describe('text from payers and cashiers', () => {
  const hostile = fc.array(fc.tuple(hostileText(), hostileText()), { maxLength: 5 });

  test.each([
    ['semicolons', european],
    ['commas', american],
  ])('reads back with %s, except for added apostrophes', async (_name, options) => {
    await fc.assert(
      fc.asyncProperty(hostile, async (rows) => {
        const bytes = await formatted(csv({ ...options, byteOrderMark: false }), texts, rows);
        const safe = rows.map((row) => row.map(defused));
        expect(parsed(bytes.toString(), options.separator)).toEqual([['a', 'b'], ...safe]);
      }),
    );
  });

  test('starts no cell as a formula under any separator', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (rows) => {
        const text = (await formatted(csv(european), texts, rows)).toString();
        for (const separator of [';', ',', '\t'])
          for (const cell of parsed(text.slice(1), separator).flat())
            expect(cell).not.toMatch(/^[\p{Z}\p{C}]*[=+\-@＝]/u);
      }),
    );
  });
});

describe('text in a CSV cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+32 475 12 34 56', "'+32 475 12 34 56"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n\n @x', "'\n\n' @x"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\0=1', "'\0=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['−1', "'−1"],
  ])('defuses the formula %j', (text, safe) => {
    expect(defused(text)).toBe(safe);
  });

  test.each([
    ['two;=1', "two;'=1"],
    ['two, +1 free', "two,' +1 free"],
    ['two\t=1', "two\t'=1"],
    ['two\n=1', "two\n'=1"],
    ['two;"=1"', `two;'"=1"`],
    ['=a;=b', "'=a;'=b"],
  ])('defuses %j where a spreadsheet would split it', (text, safe) => {
    expect(defused(text)).toBe(safe);
  });

  test.each(['', 'bread', 'TILL42-261122-0001', "O'Neil", 'a = b', '1-2', 'zoë@example.com', 'a;b', 'a, b', '"=1"'])(
    'leaves the harmless text %j unchanged',
    (text) => {
      expect(defused(text)).toBe(text);
    },
  );
});

/** Texts made of special characters of CSV and spreadsheets. */
function hostileText(): fc.Arbitrary<string> {
  const parts = ['=', '+', '-', '@', '＝', ';', ',', '"', '\r', '\n', '\t', ' ', '\u200b', "'", 'a', '1', 'é', '😀'];
  return fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((chosen) => chosen.join(''));
}

/** Parses RFC 4180 independently of the writer: a quote counts only at the beginning of a cell. */
function parsed(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && !(text[at] === '"' && text[at + 1] !== '"'); at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') cell += text[at++];
    row.push(cell);
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}
