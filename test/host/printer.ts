import type * as Electron from 'electron';
import { micronsOfPaper, taken } from './arguments.ts';
import { reportUnlessGone, type Session } from './cdp.ts';
import { type Paper, printToFile } from './print-to-pdf.ts';

type Options = Electron.WebContentsPrintOptions;
type Callback = (success: boolean, failureReason: string) => void;

const MICRONS_PER_INCH = 25_400;
/** Default paper of the played printer: a receipt roll. */
const ROLL: Paper = { width: 80_000 / MICRONS_PER_INCH, height: 200_000 / MICRONS_PER_INCH };
const A4: Paper = { width: 210_000 / MICRONS_PER_INCH, height: 297_000 / MICRONS_PER_INCH };

/** Properties of a played printer. */
export interface PlayedPrinter {
  readonly name: string;
  readonly displayName: string;
}

let printers: readonly PlayedPrinter[] = [{ name: 'RECEIPTS_80', displayName: 'Receipts 80' }];

/** Sets the system's printers; the first one is the default printer. */
export function playPrinters(found: readonly PlayedPrinter[]): void {
  printers = found;
}

export function listPrinters(): Promise<Electron.PrinterInfo[]> {
  return Promise.resolve(printers.map((printer) => ({ ...printer, description: '', options: {} })));
}

/** `webContents.print`: without a printer, writes the page as PDF to `<userData>/printed/` on the requested paper. */
export function print(session: Promise<Session>, options: Options | undefined, callback: Callback | undefined): void {
  const paper = paperFor(options);
  const told = session.then((page) => outcome(page, paper, options));
  told.then((answer) => callback?.(...answer)).catch(reportUnlessGone);
}

/** Failures have Electron's messages. */
async function outcome(page: Session, paper: Paper, { deviceName = '' }: Options = {}): Promise<Parameters<Callback>> {
  if (deviceName === '' && printers.length === 0) return [false, 'No printers available on the network'];
  if (deviceName !== '' && !printers.some(({ name }) => name === deviceName))
    return [false, 'Invalid deviceName provided'];
  await printToFile(page, paper);
  return [true, ''];
}

/** Returns the paper: without options the system's setting; with options but without a paper, A4 as in Electron. */
function paperFor(options: Options = {}): Paper {
  const { pageSize, usePrinterDefaultPageSize } = options;
  if (pageSize !== undefined && usePrinterDefaultPageSize !== undefined)
    throw new Error('usePrinterDefaultPageSize cannot be combined with pageSize');
  if (typeof pageSize === 'object') return { width: inches(pageSize.width), height: inches(pageSize.height) };
  if (pageSize !== undefined && pageSize !== 'A4') throw new Error(`Unsupported pageSize in the host: ${pageSize}`);
  const asked = pageSize !== undefined || Object.keys(options).length > 0;
  return asked && usePrinterDefaultPageSize !== true ? A4 : ROLL;
}

function inches(microns: number): number {
  return taken(micronsOfPaper, microns) / MICRONS_PER_INCH;
}
