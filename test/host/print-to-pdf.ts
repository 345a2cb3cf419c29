import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Electron from 'electron';
import type { Session } from './cdp.ts';
import { paths } from './paths.ts';

/** Inches. */
export interface Paper {
  readonly width: number;
  readonly height: number;
}

/** Writes the page as the next PDF of `<userData>/printed/`; answers with the file. */
export async function printToFile(session: Session, paper: Paper): Promise<string> {
  const folder = join(paths.get('userData'), 'printed');
  await mkdir(folder, { recursive: true });
  printed += 1;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${stamp}-${printed}.pdf`);
  // A printer prints on the paper that it is told, whatever the style sheet says.
  const { data } = await session.send('Page.printToPDF', {
    printBackground: false,
    preferCSSPageSize: false,
    paperWidth: paper.width,
    paperHeight: paper.height,
  });
  await writeFile(file, Buffer.from(data, 'base64'));
  return file;
}

const CENTIMETRE = 1 / 2.54;

export async function printedPdf(session: Session, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  const { margins = {}, pageSize: paper } = options;
  if (typeof paper !== 'object') throw new Error(`Unsupported pageSize in the host: ${String(paper)}`);
  const { data } = await session.send('Page.printToPDF', {
    landscape: options.landscape ?? false,
    printBackground: options.printBackground ?? false,
    preferCSSPageSize: options.preferCSSPageSize ?? false,
    paperWidth: paper.width,
    paperHeight: paper.height,
    marginTop: margins.top ?? CENTIMETRE,
    marginBottom: margins.bottom ?? CENTIMETRE,
    marginLeft: margins.left ?? CENTIMETRE,
    marginRight: margins.right ?? CENTIMETRE,
  });
  return Buffer.from(data, 'base64');
}

let printed = 0;
