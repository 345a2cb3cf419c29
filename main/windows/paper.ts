import type { PaperSize } from '../../preload/contract/setting-values.ts';

/** The sheet rendered in the till window. */
export interface DrawnSheet {
  readonly paper: PaperSize;
  /** Height of the cut roll; unused for A4. */
  readonly heightMm: number;
}

export interface PrintRequest extends DrawnSheet {
  /** Empty: the system's default printer. */
  readonly printer: string;
  readonly silent: boolean;
}

interface Printer {
  readonly name: string;
  readonly label: string;
}

export interface Paper {
  /** Never rejects. */
  print(request: PrintRequest): Promise<PrintOutcome>;
  /** Throws `TillError` `receipt.busy`, `receipt.failed`. */
  pdf(sheet: DrawnSheet): Promise<Uint8Array>;
  printers(): Promise<readonly Printer[]>;
}

type FileKind = 'pdf' | 'csv' | 'xlsx' | 'jsonl' | 'svg' | 'png' | 'json' | 'jwe' | 'pem' | 'zip' | 'tillmate';

export interface FileToChoose {
  readonly name: string;
  /** The first filter is preselected. */
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Returns the path of a file to create; undefined if the person closed the dialog. */
export type ChooseFile = (file: FileToChoose) => Promise<string | undefined>;

export interface FileToOpen {
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Returns the path of a file to open; undefined if the person closed the dialog. */
export type OpenFile = (file: FileToOpen) => Promise<string | undefined>;

/** Undefined if the person closed the dialog. */
export type OpenFolder = () => Promise<string | undefined>;

/** `reason` is the system's text, for the log. */
export type PrintOutcome =
  | { readonly kind: 'printed' | 'cancelled' }
  | {
      readonly kind: 'no-printer' | 'printer-gone' | 'failed' | 'no-answer' | 'busy';
      readonly reason: string;
    };

const CANCELLED = /cancell?ed/i;
const NO_PRINTER = /no (valid )?printers|enumerate printers/i;
const PRINTER_GONE = /invalid devicename/i;

/** Parses Electron's print result, whose reasons are English texts and differ between versions. */
export function printOutcome(success: boolean, reason: string): PrintOutcome {
  if (success) return { kind: 'printed' };
  if (CANCELLED.test(reason)) return { kind: 'cancelled' };
  if (PRINTER_GONE.test(reason)) return { kind: 'printer-gone', reason };
  return { kind: NO_PRINTER.test(reason) ? 'no-printer' : 'failed', reason };
}
