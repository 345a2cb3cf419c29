import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Column, ExportRow } from '../../main/export/table.ts';
import { type XlsxOptions, xlsx } from '../../main/export/xlsx.ts';
import { escaped } from '../../main/export/xlsx-parts.ts';
import { formatted } from './batches.ts';
import { filesOfZip } from './read-zip.ts';

const columns: readonly Column[] = [
  { name: 'at', type: 'time' },
  { name: 'reference', type: 'text' },
  { name: 'amount', type: 'cents' },
  { name: 'count', type: 'integer' },
];
const options: XlsxOptions = { name: 'Zahlungen & co', zone: () => 60 };

async function workbook(
  rows: readonly ExportRow[],
  more: Partial<XlsxOptions> = {},
): Promise<ReadonlyMap<string, string>> {
  return filesOfZip(await formatted(xlsx({ ...options, ...more }), columns, rows));
}

function rowsOf(sheet: string | undefined): readonly string[] {
  return sheet?.match(/<row>.*?<\/row>/gs) ?? [];
}

test('writes all referenced workbook parts and the rows', async () => {
  const files = await workbook([[Date.UTC(2026, 10, 22, 11), 'Zoë', -1_250, 3]]);
  expect([...files.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="Zahlungen &amp; co" sheetId="1" r:id="rId1"/>');
  const [head, row] = rowsOf(files.get('xl/worksheets/sheet1.xml'));
  expect(head).toContain('<t>reference</t>');
  // Noon local time, day 46348 of the spreadsheet calendar.
  expect(row).toContain('<c s="3"><v>46348.5</v></c>');
  expect(row).toContain(
    '<c t="inlineStr"><is><t xml:space="preserve">Zoë</t></is></c><c s="2"><v>-12.5</v></c><c><v>3</v></c>',
  );
});

test('stores formula-like text as text, without an apostrophe', async () => {
  const [, row] = rowsOf((await workbook([[undefined, '=1+1', undefined, undefined]])).get('xl/worksheets/sheet1.xml'));
  expect(row).toBe('<row><c/><c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c/><c/></row>');
});

test('continues on a further sheet, under the same headings', async () => {
  const rows = Array.from({ length: 7 }, (_, index): ExportRow => [undefined, `r${index}`, 100, index]);
  const files = await workbook(rows, { rowsOfSheet: 4, headings: { reference: 'Referenz' } });
  const sheets = [1, 2, 3].map((number) => rowsOf(files.get(`xl/worksheets/sheet${number}.xml`)));
  expect(sheets.map((sheet) => sheet.length)).toEqual([4, 4, 2]);
  for (const sheet of sheets) expect(sheet[0]).toContain('<t>Referenz</t>');
  expect(sheets[2]?.[1]).toContain('r6');
  expect(files.get('xl/workbook.xml')).toContain('name="Zahlungen &amp; co 3"');
  expect(files.get('[Content_Types].xml')?.match(/worksheet\+xml/g)).toHaveLength(3);
});

test('begins no second sheet when the rows exactly fit', async () => {
  const rows = Array.from({ length: 3 }, (): ExportRow => [undefined, 'r', 1, 1]);
  expect((await workbook(rows, { rowsOfSheet: 4 })).has('xl/worksheets/sheet2.xml')).toBe(false);
  expect(rowsOf((await workbook([], { rowsOfSheet: 4 })).get('xl/worksheets/sheet1.xml'))).toHaveLength(1);
});

test.each([
  ['<b>&"', '&lt;b&gt;&amp;&quot;'],
  ['a\u0000b\u001fc\ufffe', 'a\ufffdb\ufffdc\ufffd'],
  ['\ud800', '\ufffd'],
  ['😀', '😀'],
  ['a\r\nb\tc', 'a_x000D_\nb\tc'],
  ['_x0041_', '_x005F_x0041_'],
  ['snake_case', 'snake_case'],
])('escapes %j to read back, or marks characters outside XML', (text, xml) => {
  expect(escaped(text)).toBe(xml);
});

test('cuts a text at the cell limit', () => {
  expect(escaped('x'.repeat(40_000))).toHaveLength(32_767);
});

test('ends the workbook with the error thrown while reading rows', async () => {
  const broken = new Error('gone');
  async function* batches() {
    yield [[undefined, 'r', 1, 1]];
    throw broken;
  }
  const reading = async () => {
    for await (const bytes of xlsx(options)(columns, batches())) expect(bytes).toBeDefined();
  };
  await expect(reading()).rejects.toBe(broken);
});

test('stops reading rows when the consumer stops', async () => {
  let ended = false;
  async function* batches() {
    try {
      for (let row = 0; ; row += 1) yield [[undefined, createHash('sha512').update(`${row}`).digest('base64'), 1, 1]];
    } finally {
      ended = true;
    }
  }
  let bytes = 0;
  for await (const part of xlsx(options)(columns, batches())) {
    bytes += part.length;
    if (bytes > 100_000) break;
  }
  expect(ended).toBe(true);
});
