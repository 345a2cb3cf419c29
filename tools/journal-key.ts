import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Keychain } from '../main/identity/keychain.ts';
import { keyFor, readRecord } from '../main/identity/sealed-record.ts';
import { openTally } from '../main/identity/tally.ts';
import type { JournalSeal } from '../main/journal/sealing.ts';

/** Reads an item of the system's keychain; undefined if missing. */
export type ReadItem = (account: string) => Promise<string | undefined>;

const file = z.object({ terminalId: z.string() });

/** Returns the data folder of a journal or of a folder of journals: the nearest parent with a `terminal.json`. */
export function dataFolderOf(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'terminal.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A read-only seal, and the places of the journals known to the keychain. */
export interface ReadSeal extends JournalSeal {
  readonly places: readonly string[];
}

/**
 * Returns the seal of the terminal with its data in `dataFolder`, from this user's keychain. Rejects with a readable
 * message for a missing seal, and for a sealed record or tally not written by Tillmate.
 */
export async function readSeal(dataFolder: string, readItem: ReadItem): Promise<ReadSeal> {
  const { terminalId } = file.parse(JSON.parse(readFileSync(join(dataFolder, 'terminal.json'), 'utf8')));
  const refuse = () => Promise.reject(new Error('Checks do not write to the keychain.'));
  const keychain: Keychain = { get: readItem, set: refuse, delete: refuse };
  const record = await readRecord(keychain, terminalId);
  if (record === undefined) throw new Error(`No record of the terminal ${terminalId} in the keychain.`);
  const tally = await openTally(keychain, terminalId, keyFor('tally', record));
  return {
    key: keyFor('journal', record),
    places: tally.places,
    anchor: tally.anchor,
    keepAnchor: refuse,
  };
}
