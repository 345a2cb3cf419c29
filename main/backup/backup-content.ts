import { z } from 'zod';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import { keysOfState, state } from '../identity/sealed-record.ts';
import { terminalFile } from '../settings/terminal-file-versions.ts';

const ms = z.int();

const backedUpJournal = z.object({
  place: z.string(),
  environment: z.string(),
  profileId: z.string(),
  last: z.object({ seq: z.int().min(1), hash: z.string(), at: ms }).optional(),
  payments: z.int().min(0),
  refunds: z.int().min(0),
  lastShift: z.int().min(0),
  lastShiftTo: ms.optional(),
  salts: z.array(z.int()),
});
export type BackedUpJournal = z.output<typeof backedUpJournal>;

export const manifest = z.object({
  madeAt: ms,
  madeBy: z.string(),
  terminalId: z.uuid(),
  /** Names of the terminal's keys, never the keys. */
  had: z.object({ signingKey: z.string().optional(), apiKey: z.boolean() }),
  withKeys: z.boolean(),
  journals: z.array(backedUpJournal),
});
export type Manifest = z.output<typeof manifest>;

/** Without the seal: the restoring terminal seals the file itself. */
export const backedUpFile = terminalFile.omit({ seal: true });
export type BackedUpFile = z.output<typeof backedUpFile>;

/** Fields of the state in every backup. A new field is in no backup until listed here or in `keysOfState`. */
export const restOfState = state.pick({
  pinRequired: true,
  people: true,
  refundPinAbove: true,
  recovered: true,
  receiptNumbers: true,
});

/** People with the hashes of their PINs, and the keys if requested. */
export const backedUpState = restOfState.extend({ ...keysOfState.shape, backup: state.shape.backup });
export type BackedUpState = z.output<typeof backedUpState>;

export const NAMES = { manifest: 'manifest.json', file: dataFiles.settings, state: 'record.json' } as const;

export function journalEntryName(place: string): string {
  return `${dataFolders.journals}/${place}/${dataFiles.journal}`;
}
