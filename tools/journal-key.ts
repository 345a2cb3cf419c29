import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { anchorSchema, type JournalSeal } from '../main/journal/journal-seal.ts';

/** The items of the system's keychain; undefined where there is none of that name. */
export type ReadItem = (account: string) => Promise<string | undefined>;

const file = z.object({ terminalId: z.string() });
const record = z.object({ sealKey: z.string().regex(/^[\w-]{43}$/) });
const tally = z.object({ anchors: z.record(z.string(), anchorSchema) });

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
 * words for that person where there is none.
 */
export async function readSeal(dataFolder: string, readItem: ReadItem): Promise<ReadSeal> {
  const { terminalId } = file.parse(JSON.parse(readFileSync(join(dataFolder, 'terminal.json'), 'utf8')));
  const kept = await readItem(`${terminalId}/record`);
  if (kept === undefined) throw new Error(`The keychain has no record of the terminal ${terminalId}.`);
  const { sealKey } = record.parse(JSON.parse(kept));
  const counted = await readItem(`${terminalId}/tally`);
  if (counted === undefined) throw new Error(`The keychain has no tally of the terminal ${terminalId}.`);
  const { anchors } = tally.parse(JSON.parse(counted));
  return {
    key: createHmac('sha256', Buffer.from(sealKey, 'base64url')).update('tillmate:journal').digest(),
    places: Object.keys(anchors),
    anchor: (place) => anchors[place],
    keepAnchor: () => Promise.reject(new Error('A check changes nothing.')),
  };
}
