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

/** What Electron takes where nothing else is said. */
const LETTER: Paper = { width: 8.5, height: 11 };
const A4: Paper = { width: 210 / 25.4, height: 297 / 25.4 };
const CENTIMETRE = 1 / 2.54;

export async function printedPdf(session: Session, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  const { margins = {}, pageSize = 'Letter' } = options;
  const paper = typeof pageSize === 'object' ? pageSize : { Letter: LETTER, A4 }[String(pageSize)];
  if (paper === undefined) throw new Error(`Unsupported pageSize in the host: ${String(pageSize)}`);
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

/** What the page looks like now: of `NativeImage`, the ways to get at its bytes. */
export async function imageOf(
  session: Session,
): Promise<Pick<Electron.NativeImage, 'toPNG' | 'toDataURL' | 'isEmpty' | 'getSize'>> {
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  const png = Buffer.from(data, 'base64');
  return {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${data}`,
    isEmpty: () => png.length === 0,
    // A PNG's header has width and height as the first two words of its first chunk.
    getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  };
}

let printed = 0;
