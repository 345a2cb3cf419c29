import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { pdfOptions, taken } from './arguments.ts';
import type { Session } from './cdp.ts';
import { paths } from './paths.ts';

/** In inches. */
export interface Paper {
  readonly width: number;
  readonly height: number;
}

/** Writes the page as the next PDF in `<userData>/printed/`; returns the file's path. */
export async function printToFile(session: Session, paper: Paper): Promise<string> {
  const folder = join(paths.get('userData'), 'printed');
  await mkdir(folder, { recursive: true });
  printed += 1;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${stamp}-${printed}.pdf`);
  // A printer uses the selected paper and ignores the style sheet's page size.
  const { data } = await session.send('Page.printToPDF', {
    printBackground: false,
    preferCSSPageSize: false,
    paperWidth: paper.width,
    paperHeight: paper.height,
  });
  await writeFile(file, Buffer.from(data, 'base64'));
  return file;
}

export async function printedPdf(session: Session, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  const { margins, pageSize, ...wishes } = taken(pdfOptions, options);
  const { data } = await session.send('Page.printToPDF', {
    ...wishes,
    paperWidth: pageSize.width,
    paperHeight: pageSize.height,
    marginTop: margins.top,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    marginRight: margins.right,
  });
  return Buffer.from(data, 'base64');
}

let printed = 0;
