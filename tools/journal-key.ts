import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Keychain } from '../main/identity/keychain.ts';
import { keyFor, readRecord } from '../main/identity/sealed-record.ts';
import { openTally } from '../main/identity/tally.ts';
import type { JournalSeal } from '../main/journal/sealing.ts';

/** The items of the system's keychain; undefined where there is none of that name. */
export type ReadItem = (account: string) => Promise<string | undefined>;

const file = z.object({ terminalId: z.string() });

/** The data folder that a journal, or a folder of journals, is in: the nearest one above it with a `terminal.json`. */
export function dataFolderOf(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'terminal.json'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A seal that reads only, and the places that the keychain knows a journal of. */
export interface ReadSeal extends JournalSeal {
  readonly places: readonly string[];
}

/**
 * The seal of the terminal whose data are in `dataFolder`, for a person who may use this user's keychain. Rejects with
 * words for that person where there is none, and where the record or the tally is not as Tillmate wrote it.
 */
export async function readSeal(dataFolder: string, readItem: ReadItem): Promise<ReadSeal> {
  const { terminalId } = file.parse(JSON.parse(readFileSync(join(dataFolder, 'terminal.json'), 'utf8')));
  const refuse = () => Promise.reject(new Error('A check changes nothing.'));
  const keychain: Keychain = { get: readItem, set: refuse, delete: refuse };
  const record = await readRecord(keychain, terminalId);
  if (record === undefined) throw new Error(`The keychain has no record of the terminal ${terminalId}.`);
  const tally = await openTally(keychain, terminalId, keyFor('tally', record));
  return {
    key: keyFor('journal', record),
    places: tally.places,
    anchor: tally.anchor,
    keepAnchor: refuse,
  };
}
