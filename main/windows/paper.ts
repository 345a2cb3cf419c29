import type { PaperSize } from '../../preload/contract/counter.ts';
import type { PrintOutcome } from './print-outcome.ts';

/** The sheet that the till window holds now. */
export interface DrawnSheet {
  readonly paper: PaperSize;
  /** Of the cut roll; A4 has its own height. */
  readonly heightMm: number;
}

export interface PrintWish extends DrawnSheet {
  /** Empty: the system's own choice. */
  readonly printer: string;
  readonly silent: boolean;
}

export interface Printer {
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

export type FileKind = 'pdf' | 'csv' | 'xlsx' | 'jsonl' | 'svg' | 'png' | 'json' | 'jwe' | 'pem' | 'zip' | 'tillmate';

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
