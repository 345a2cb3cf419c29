/** Parts of a workbook (ECMA-376) other than its sheets; `names` are the sheet names in order. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const STYLES = { heading: 1, cents: 2, time: 3 } as const;

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

export function workbookParts(names: readonly string[]): readonly { readonly path: string; readonly xml: string }[] {
  const sheets = names.map((name, index) => ({ name, number: index + 1 }));
  return [
    {
      path: 'xl/workbook.xml',
      xml: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
        .map(({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)
        .join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      xml: `${XML}<Relationships xmlns="${RELATIONS}">${sheets
        .map(({ number }) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`))
        .join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    },
    { path: 'xl/styles.xml', xml: styles },
    {
      path: '_rels/.rels',
      xml: `${XML}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      path: '[Content_Types].xml',
      xml: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets
        .map(({ number }) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPES}.worksheet+xml"/>`)
        .join('')}</Types>`,
    },
  ];
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

/** Number format 2 (`0.00`): each program shows its own decimal sign. */
const styles = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Returns the start of a sheet with column `widths` in characters and a frozen heading row. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/** Excel's limit of characters in a cell. */
const LONGEST = 32_767;
/** Characters forbidden in XML: control characters, single surrogates, and two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the export removes these characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Excel decodes `_xHHHH_` as a character, so the underscore is escaped. */
const ENCODED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const SPECIAL = /[&<>"\r_]|[^\t\n\x20-\ud7ff\ue000-\ufffd]/;

/** Replaces characters forbidden in XML, and cuts long texts. */
export function escaped(text: string): string {
  const whole = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  if (!SPECIAL.test(whole)) return whole;
  return whole
    .replace(FORBIDDEN, '\ufffd')
    .replace(ENCODED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '_x000D_');
}
