import type { PaperSize } from '../../preload/contract/setting-values.ts';

/** The sheet that the till window holds now. */
export interface DrawnSheet {
  readonly paper: PaperSize;
  /** The height of the cut roll; A4 has its own. */
  readonly heightMm: number;
}

export interface PrintWish extends DrawnSheet {
  /** Empty: the system's own choice. */
  readonly printer: string;
  readonly silent: boolean;
}

interface Printer {
  readonly name: string;
  readonly label: string;
}

export interface Paper {
  /** Never rejects. */
  print(wish: PrintWish): Promise<PrintOutcome>;
  /** Errors: `receipt.busy`, `receipt.failed`. */
  pdf(sheet: DrawnSheet): Promise<Uint8Array>;
  printers(): Promise<readonly Printer[]>;
}

type FileKind = 'pdf' | 'csv' | 'xlsx' | 'jsonl' | 'svg' | 'png' | 'json' | 'jwe' | 'pem' | 'zip' | 'tillmate';

export interface FileToChoose {
  readonly name: string;
  /** The first is chosen. */
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Undefined: the person closed the dialog. The file is not made. */
export type ChooseFile = (file: FileToChoose) => Promise<string | undefined>;

export interface FileToOpen {
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Undefined: the person closed the dialog. The file is not opened. */
export type OpenFile = (file: FileToOpen) => Promise<string | undefined>;

/** Undefined: the person closed the dialog. */
export type OpenFolder = () => Promise<string | undefined>;

/** `reason` is the system's own word, for the log. */
export type PrintOutcome =
  | { readonly kind: 'printed' | 'cancelled' }
  | {
      readonly kind: 'no-printer' | 'printer-gone' | 'failed' | 'no-answer' | 'busy';
      readonly reason: string;
    };

const CANCELLED = /cancell?ed/i;
const NO_PRINTER = /no (valid )?printers|enumerate printers/i;
const PRINTER_GONE = /invalid devicename/i;

/** Reads Electron's print callback. Its reasons are English texts, and differ between versions. */
export function printOutcome(success: boolean, reason: string): PrintOutcome {
  if (success) return { kind: 'printed' };
  if (CANCELLED.test(reason)) return { kind: 'cancelled' };
  if (PRINTER_GONE.test(reason)) return { kind: 'printer-gone', reason };
  return { kind: NO_PRINTER.test(reason) ? 'no-printer' : 'failed', reason };
}
