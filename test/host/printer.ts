import type * as Electron from 'electron';
import { reportUnlessGone, type Session } from './cdp.ts';
import { type Paper, printToFile } from './print-to-pdf.ts';

/** What becomes of the next print: the answers that Electron gives, `asks` for a dialog that stays open, `silent`. */
export type PrinterAnswer = 'prints' | 'missing' | 'cancelled' | 'fails' | 'refuses' | 'silent' | 'asks';

type Options = Electron.WebContentsPrintOptions;
type Callback = (success: boolean, failureReason: string) => void;

/** Electron's own words. */
const REASONS = {
  missing: 'No printers available on the network',
  cancelled: 'Print job canceled',
  fails: 'Print job failed',
  refuses: 'Invalid printer settings',
  unknown: 'Invalid deviceName provided',
} as const;

const MICRONS_PER_INCH = 25_400;
/** The paper of the printer that is played: a roll for receipts. */
const ROLL: Paper = { width: 80_000 / MICRONS_PER_INCH, height: 200_000 / MICRONS_PER_INCH };
const A4: Paper = { width: 210_000 / MICRONS_PER_INCH, height: 297_000 / MICRONS_PER_INCH };

/** What a played printer says of itself. */
export interface PlayedPrinter {
  readonly name: string;
  readonly displayName: string;
}

let answers: PrinterAnswer = 'prints';
let printers: readonly PlayedPrinter[] = [{ name: 'RECEIPTS_80', displayName: 'Receipts 80' }];
/** Closes the dialogs that stand open. */
let closings: (() => void)[] = [];
const lastJob = new WeakMap<Session, number>();

/** From now on the printer answers so; a dialog that stood open is closed with this answer. */
export function playPrinter(answer: PrinterAnswer): void {
  answers = answer;
  const open = closings;
  if (answer !== 'asks') closings = [];
  if (answer !== 'asks') for (const close of open) close();
}

/** From now on the system has these printers, the first one by itself where nobody chooses. */
export function playPrinters(found: readonly PlayedPrinter[]): void {
  printers = found;
}

/** `webContents.getPrintersAsync`. */
export function listPrinters(): Promise<Electron.PrinterInfo[]> {
  const found = answers === 'missing' ? [] : printers;
  return Promise.resolve(found.map((printer) => ({ ...printer, description: '', options: {} })));
}

/**
 * `webContents.print`: there is no printer, and the page goes to `<userData>/printed/` as a PDF on the paper that was
 * asked for. As in Electron, the callback of a print is forgotten when the same page begins another one, and the page's
 * script stands still while a dialog is open.
 */
export function print(session: Promise<Session>, options: Options | undefined, callback: Callback | undefined): void {
  const paper = paperFor(options);
  session
    .then(async (page) => {
      const job = (lastJob.get(page) ?? 0) + 1;
      lastJob.set(page, job);
      if (answers === 'asks' && options?.silent !== true) await dialogOn(page);
      const told = await outcome(page, paper, options);
      if (told !== undefined && lastJob.get(page) === job) callback?.(...told);
    })
    .catch(reportUnlessGone);
}

async function outcome(
  page: Session,
  paper: Paper,
  { deviceName = '', silent = false }: Options = {},
): Promise<Parameters<Callback> | undefined> {
  const known = deviceName === '' ? printers.length > 0 : printers.some(({ name }) => name === deviceName);
  if (!known) return [false, deviceName === '' ? REASONS.missing : REASONS.unknown];
  const answer = silent ? withoutDialog[answers] : answers;
  if (answer === 'silent' || answer === 'asks') return undefined;
  if (answer !== 'prints') return [false, REASONS[answer]];
  await printToFile(page, paper);
  return [true, ''];
}

/** Nobody can leave a dialog open, or close it, that does not open. */
const withoutDialog = {
  prints: 'prints',
  missing: 'missing',
  cancelled: 'prints',
  fails: 'fails',
  refuses: 'refuses',
  silent: 'silent',
  asks: 'prints',
} as const satisfies Record<PrinterAnswer, PrinterAnswer>;

/** The page's script stands still until the dialog is closed: Chromium asks for the settings and waits for them. */
async function dialogOn(page: Session): Promise<void> {
  const closed = new Promise<void>((resolve) => closings.push(resolve));
  page.post('Runtime.evaluate', { expression: 'for (;;);' });
  await closed;
  await page.send('Runtime.terminateExecution');
}

/** Without options the system's settings hold; with any, and no word about the paper, Electron takes A4. */
function paperFor(options: Options | undefined): Paper {
  const { pageSize, usePrinterDefaultPageSize } = options ?? {};
  if (pageSize !== undefined && usePrinterDefaultPageSize !== undefined) {
    throw new Error('usePrinterDefaultPageSize cannot be combined with pageSize');
  }
  if (typeof pageSize === 'object') {
    return { width: pageSize.width / MICRONS_PER_INCH, height: pageSize.height / MICRONS_PER_INCH };
  }
  if (pageSize !== undefined && pageSize !== 'A4') throw new Error(`Unsupported pageSize in the host: ${pageSize}`);
  const asked = pageSize !== undefined || Object.keys(options ?? {}).length > 0;
  return asked && usePrinterDefaultPageSize !== true ? A4 : ROLL;
}
