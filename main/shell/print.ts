import type { BrowserWindow, PrintToPDFOptions, WebContents, WebContentsPrintOptions } from 'electron';
import { afterAwake, type Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { type DrawnSheet, type Paper, type PrintOutcome, type PrintRequest, printOutcome } from '../windows/paper.ts';

/** Long enough to look for paper. Electron may never call back, and an endless print would block all later prints. */
const NO_ANSWER_AFTER_MS = 3 * 60_000;

const MICRONS_PER_MM = 1_000;
const MM_PER_INCH = 25.4;
const A4_MM = { width: 210, height: 297 };

interface Parts {
  readonly clock: Pick<Clock, 'after'>;
  /** Allows the page to block behind the dialog until the returned function is called. */
  hold(): () => void;
  till(): BrowserWindow | undefined;
}

/** Prints one sheet at a time: Electron drops the callback of the first print when a second begins. */
export function createPrinting({ clock, hold, till }: Parts): Paper {
  let underWay = false;

  async function alone<T>(work: (window: BrowserWindow) => Promise<T>): Promise<T> {
    const window = till();
    if (window === undefined || window.isDestroyed())
      throw new TillError('receipt.failed', 'no till window', { retryable: true });
    if (underWay) throw new TillError('receipt.busy', 'another print in progress', { retryable: true });
    underWay = true;
    const release = hold();
    try {
      return await work(window);
    } finally {
      underWay = false;
      release();
    }
  }

  return {
    print: (request) =>
      alone(async (window) => {
        if (request.printer !== '' && !(await namesOf(window)).has(request.printer))
          return { kind: 'printer-gone', reason: 'printer not listed by the system' } as const;
        return untilGone(window.webContents, clock, printed(window.webContents, optionsOf(request)));
      }).catch(failure),
    pdf: (sheet) =>
      alone(({ webContents }) => untilGone(webContents, clock, webContents.printToPDF(pdfOptionsOf(sheet)))),
    printers: async () => {
      const window = till();
      if (window === undefined || window.isDestroyed()) return [];
      const found = await window.webContents.getPrintersAsync();
      return found.map(({ name, displayName }) => ({ name, label: displayName || name }));
    },
  };
}

async function namesOf(window: BrowserWindow): Promise<ReadonlySet<string>> {
  return new Set((await window.webContents.getPrintersAsync()).map(({ name }) => name));
}

function failure(fault: unknown): PrintOutcome {
  const reason = fault instanceof Error ? fault.message : String(fault);
  const code = fault instanceof TillError ? fault.code : undefined;
  if (code === 'receipt.busy') return { kind: 'busy', reason };
  return { kind: code === 'receipt.no-answer' ? 'no-answer' : 'failed', reason };
}

/** Sets no margins: the style sheet has the printable margins of a roll. */
function optionsOf({ paper, heightMm, printer, silent }: PrintRequest): WebContentsPrintOptions {
  const common = { silent, printBackground: false, ...omitUndefined({ deviceName: printer || undefined }) };
  // The user chooses the paper in the dialog. With any other option set, Electron would print on A4.
  if (!silent) return { ...common, usePrinterDefaultPageSize: true };
  if (paper === 'A4') return { ...common, pageSize: 'A4' };
  const { width, height } = millimetres({ paper, heightMm });
  return { ...common, pageSize: { width: width * MICRONS_PER_MM, height: height * MICRONS_PER_MM } };
}

function pdfOptionsOf(sheet: DrawnSheet): PrintToPDFOptions {
  const { width, height } = millimetres(sheet);
  return {
    printBackground: false,
    preferCSSPageSize: false,
    pageSize: { width: width / MM_PER_INCH, height: height / MM_PER_INCH },
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
  };
}

function millimetres({ paper, heightMm }: DrawnSheet): { readonly width: number; readonly height: number } {
  if (paper === 'A4') return A4_MM;
  const width = paper === '58mm' ? 58 : 80;
  // Some drivers rotate a page of more width than height.
  return { width, height: Math.max(heightMm, width) };
}

function printed(contents: WebContents, options: WebContentsPrintOptions): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    // The style sheet hides everything but the sheet.
    contents.print(options, (success, reason) => resolve(printOutcome(success, reason)));
  });
}

/** Rejects if the page ends before `work` or no callback comes in time. */
async function untilGone<T>(contents: WebContents, clock: Pick<Clock, 'after'>, work: Promise<T>): Promise<T> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const gone = () => reject(new TillError('receipt.failed', 'window gone', { retryable: true }));
  const silent = () => reject(new TillError('receipt.no-answer', 'no callback'));
  const cancel = afterAwake(clock, NO_ANSWER_AFTER_MS, silent);
  contents.on('render-process-gone', gone);
  contents.on('destroyed', gone);
  try {
    return await Promise.race([work, never]);
  } finally {
    cancel();
    contents.off('render-process-gone', gone);
    contents.off('destroyed', gone);
  }
}
