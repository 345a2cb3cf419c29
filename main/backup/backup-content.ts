import { z } from 'zod';
import { state } from '../identity/sealed-record.ts';
import { terminalFile } from '../settings/terminal-file-versions.ts';

/** What stands in a backup, as JSON beside the pictures and the journals. */

const ms = z.int();

/** A journal of the backup: whose it is, and how far it had come. */
const backedUpJournal = z.object({
  /** The name of its folder. */
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

/** What the backup is of; the first that is in it. */
export const manifest = z.object({
  /** When the first of it was read. */
  madeAt: ms,
  /** Of the app. */
  madeBy: z.string(),
  terminalId: z.uuid(),
  /** The keys that the terminal had: names, never the keys. */
  had: z.object({ signingKey: z.string().optional(), apiKey: z.boolean() }),
  /** Whether they are in here. */
  withKeys: z.boolean(),
  journals: z.array(backedUpJournal),
});
export type Manifest = z.output<typeof manifest>;

/** The settings as `terminal.json` has them, without a seal: a terminal seals its own. */
export const backedUpFile = terminalFile.omit({ seal: true });
export type BackedUpFile = z.output<typeof backedUpFile>;

/** The keys of a terminal, and what is known of them: in a backup only where they were asked for. */
export const keysOfState = state.pick({
  signingKey: true,
  apiKey: true,
  keysFor: true,
  keySince: true,
  keyRenewal: true,
  nextKey: true,
  previousKey: true,
});

/** What is in every backup of the record. Another field of the record is in none until it is named here or there. */
export const restOfState = state.pick({ pinRequired: true, people: true, refundPinAbove: true, recovered: true });

/** What the keychain had: people with the hashes of their PINs, and the keys where they were asked for. */
export const backedUpState = restOfState.extend({ ...keysOfState.shape, backup: state.shape.backup });
export type BackedUpState = z.output<typeof backedUpState>;

export const NAMES = { manifest: 'manifest.json', file: 'terminal.json', state: 'record.json' } as const;

export function journalEntryName(place: string): string {
  return `journals/${place}/journal.sqlite`;
}
