import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { type ExportDisk, systemExportDisk } from '../export/export-disk.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { type ExportWords, readExportWords } from '../export/export-words.ts';
import { noteExport } from '../export/noted-exports.ts';
import { openJournalTable } from '../export/open-table.ts';
import { type ExportEnvironment, runExport } from '../export/run-export.ts';
import { systemZone } from '../export/table.ts';
import { JOURNAL_FILE, journalFolder } from '../journal/account-folders.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { startMode } from '../settings/start-mode.ts';
import { readTerminalFile } from '../settings/terminal-file-versions.ts';

export interface ExportCommand {
  readonly words: ExportWords;
  /** The app's data folder. */
  readonly dataFolder: string;
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly disk?: Disk;
  readonly exportDisk?: ExportDisk;
  /** One JSON object, for programs. */
  tell(line: string): void;
  /** Words for the person who reads the job's log. */
  complain(line: string): void;
}

/** What a nightly job goes by. `refused`: the command line is wrong, and nothing was tried. */
export const EXIT = { done: 0, failed: 1, refused: 2 } as const;

/**
 * `--export`: writes the file and tells what was written. It reads the journal beside a till that runs, and takes neither
 * its lock nor its keychain. What was exported is left for the till to note in its record. Never rejects; gives the exit
 * status.
 */
export async function exportAtCommandLine(command: ExportCommand): Promise<number> {
  const { words, clock, tell, complain } = command;
  try {
    const { out, ...request } = readExportWords(words, clock.now());
    const path = resolve(out);
    const { journalFile, environment } = sourceOf(command);
    const open = (asked: ExportRequest) => openJournalTable(asked, journalFile, command.disk ?? systemDisk);
    const rows = await runExport(
      request,
      { path, signal: command.signal, environment, open },
      {
        ...command,
        disk: command.exportDisk ?? systemExportDisk,
        zone: systemZone,
        // Nobody waits for this process.
        pause: () => new Promise((done) => setImmediate(done)),
      },
    );
    noteExport(command.dataFolder, { at: clock.now(), kind: request.kind, rows, ...spanWords(request), environment });
    tell(
      JSON.stringify({
        export: request.kind,
        rows,
        file: path,
        format: request.format,
        environment,
        ...spanWords(request),
        ...(request.by === undefined ? {} : { by: request.by }),
      }),
    );
    return EXIT.done;
  } catch (thrown) {
    const { code, message } = toTillError(thrown);
    complain(`Nothing was exported: ${message} (${code})`);
    return code === 'export.option' ? EXIT.refused : EXIT.failed;
  }
}

/** The journal of the account that the terminal is set to, or that of training. */
function sourceOf({ dataFolder, started }: ExportCommand): {
  readonly journalFile: string;
  readonly environment: ExportEnvironment;
} {
  const path = join(dataFolder, 'terminal.json');
  const file = existsSync(path) ? readTerminalFile(path, readFileSync(path, 'utf8')) : undefined;
  if (file === 'broken') throw new TillError('settings.unusable', `The settings in ${path} cannot be read`);
  if (started.training || (file !== undefined && startMode(file, started) === 'training'))
    return { journalFile: join(dataFolder, 'training', JOURNAL_FILE), environment: 'TRAINING' };
  const settings = file?.settings;
  if (settings === undefined)
    throw new TillError('export.no-journal', 'This terminal is not set up, so it has no payments');
  const { environment } = settings.service;
  const folder = journalFolder(dataFolder, { environment, ...settings.merchant });
  return { journalFile: join(folder, JOURNAL_FILE), environment };
}

/** Absent where nothing was said: from the first payment, until now. */
function spanWords({ span }: Pick<ExportRequest, 'span'>): { readonly from?: string; readonly before?: string } {
  return {
    ...(span.from === 0 ? {} : { from: new Date(span.from).toISOString() }),
    ...(span.before === Number.MAX_SAFE_INTEGER ? {} : { before: new Date(span.before).toISOString() }),
  };
}
