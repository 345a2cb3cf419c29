import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { briefFiles } from '../base/patient-files.ts';

const notedExport = z.object({
  /** ms since the epoch. */
  at: z.int(),
  kind: z.string().max(40),
  rows: z.int().nonnegative(),
  environment: z.string().max(20),
  from: z.string().max(40).optional(),
  before: z.string().max(40).optional(),
});
export type NotedExport = z.infer<typeof notedExport>;

/** No job leaves as much while the till is off; what somebody else wrote must not hold up the till. */
const LARGEST_BYTES = 1024 * 1024;
const MOST_NOTED = 300;

/** For the till, which alone writes the journal. A disk that does not take the line does not undo the export. */
export function noteExport(dataFolder: string, noted: NotedExport): void {
  try {
    appendFileSync(join(dataFolder, dataFiles.exports), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
  } catch {
    // The note serves the manager and locks nothing: who reads that folder can export in other ways.
  }
}

/**
 * Hands each export that was left to `note`, in order, and removes the file. A crash on the way notes some twice, and
 * loses none. Lines that are not as `noteExport` writes them are passed over, and all but the newest of very many.
 */
export function takeNotedExports(dataFolder: string, note: (noted: NotedExport) => void): void {
  const taken = join(dataFolder, dataFiles.takenExports);
  takeFile(taken, note);
  const file = join(dataFolder, dataFiles.exports);
  if (!existsSync(file)) return;
  // Under another name first: what a job adds from now on goes into a new file.
  briefFiles.rename(file, taken);
  takeFile(taken, note);
}

function takeFile(file: string, note: (noted: NotedExport) => void): void {
  if (!existsSync(file)) return;
  const lines = statSync(file).size > LARGEST_BYTES ? [] : readFileSync(file, 'utf8').split('\n');
  const all = lines.flatMap((line) => notedExport.safeParse(jsonOrUndefined(line)).data ?? []);
  for (const noted of all.slice(-MOST_NOTED)) note(noted);
  briefFiles.remove(file);
}
