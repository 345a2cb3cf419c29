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

/** Larger files are ignored: no export job writes as much, and a foreign file must not block the till. */
const LARGEST_BYTES = 1024 * 1024;
const MOST_NOTED = 300;

/** The till alone writes the journal. Never throws: a disk failure must not undo the export. */
export function noteExport(dataFolder: string, noted: NotedExport): void {
  try {
    appendFileSync(join(dataFolder, dataFiles.exports), `${JSON.stringify(noted)}\n`, { mode: 0o600 });
  } catch {
    // The note informs the manager and protects nothing: an account with access to the folder can export in other ways.
  }
}

/** In order. After a crash notes may be passed twice, none is lost. Drops invalid lines and all but `MOST_NOTED`. */
export function takeNotedExports(dataFolder: string, note: (noted: NotedExport) => void): void {
  const taken = join(dataFolder, dataFiles.takenExports);
  takeFile(taken, note);
  const file = join(dataFolder, dataFiles.exports);
  if (!existsSync(file)) return;
  // Rename first: exports that end from now on write into a new file.
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
