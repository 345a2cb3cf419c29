import type { PaperSize } from '../../preload/contract/counter.ts';
import type { PrintOutcome } from './print-outcome.ts';

/** Paper and files, as the windows' handlers ask the shell for them. */

/** The sheet that the till window holds now. */
export interface DrawnSheet {
  readonly paper: PaperSize;
  /** The length of the cut roll; a page of A4 has its own height. */
  readonly heightMm: number;
}

export interface PrintWish extends DrawnSheet {
  /** As the system names it; empty: the system's own choice. */
  readonly printer: string;
  /** Without the system's dialog. */
  readonly silent: boolean;
}

export interface Printer {
  /** As the system names it. */
  readonly name: string;
  /** As a person reads it. */
  readonly label: string;
}

export interface Paper {
  /** Prints the sheet that the till window holds. Never rejects. */
  print(wish: PrintWish): Promise<PrintOutcome>;
  /** The same sheet as a PDF. Errors: `receipt.busy`, `receipt.failed`. */
  pdf(sheet: DrawnSheet): Promise<Uint8Array>;
  /** The printers that the system has now. */
  printers(): Promise<readonly Printer[]>;
}

/** A kind of file that a person saves or opens; the system's dialog calls it by `files.*` of the native words. */
export type FileKind = 'pdf' | 'csv' | 'xlsx' | 'jsonl' | 'svg' | 'png' | 'json' | 'jwe' | 'pem' | 'zip' | 'tillmate';

export interface FileToChoose {
  /** The name that the dialog proposes, without a folder. */
  readonly name: string;
  /** The kinds that it can be saved as, the first one chosen. */
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Asks a person where a file is to go; undefined: they closed the dialog. The file is not made. */
export type ChooseFile = (file: FileToChoose) => Promise<string | undefined>;

export interface FileToOpen {
  /** The kinds that are looked for; a person may choose another one all the same. */
  readonly filters: readonly [FileKind, ...FileKind[]];
}

/** Asks a person which file is to be read; undefined: they closed the dialog. The file is not opened. */
export type OpenFile = (file: FileToOpen) => Promise<string | undefined>;

/** Asks a person for a folder; undefined: they closed the dialog. */
export type OpenFolder = () => Promise<string | undefined>;
