import { resolve } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { type ExportDisk, systemExportDisk } from '../export/export-disk.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { noteExport } from '../export/noted-exports.ts';
import { openJournalTable } from '../export/open-table.ts';
import { runExport } from '../export/run-export.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { startMode } from '../settings/start-mode.ts';
import { terminalFileIn } from '../settings/terminal-file-versions.ts';
import { journalFileOf, trainingJournal } from '../till/live-account.ts';
import { readExportWords } from './export-options.ts';
import type { ExportOptions } from './options.ts';

export interface ExportCommand {
  readonly words: ExportOptions;
  readonly dataFolder: string;
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly disk?: Disk;
  readonly exportDisk?: ExportDisk;
  /** Prints one JSON object, for programs. */
  print(line: string): void;
  /** Prints an error for the job's log. */
  complain(line: string): void;
}

/** Exit codes for nightly jobs. `refused`: wrong command line, nothing was tried. */
export const EXIT = { done: 0, failed: 1, refused: 2 } as const;

/**
 * `--export`: writes the file and prints a summary. Reads the journal, also next to a running till, without lock or
 * keychain. The till adds the export to its audit log later. Never rejects; returns the exit status.
 */
export async function exportAtCommandLine(command: ExportCommand): Promise<number> {
  const { words, clock, print, complain } = command;
  try {
    const { out, ...request } = readExportWords(words, clock.now());
    const path = resolve(out);
    const { journalFile, environment } = sourceOf(command);
    const open = (asked: ExportRequest) => openJournalTable(asked, journalFile, command.disk ?? systemDisk);
    const rows = await runExport(
      request,
      { path, signal: command.signal, environment, open },
      { ...command, disk: command.exportDisk ?? systemExportDisk },
    );
    const { kind, format, by } = request;
    const span = spanWords(request);
    noteExport(command.dataFolder, { at: clock.now(), kind, rows, ...span, environment });
    print(JSON.stringify({ export: kind, rows, file: path, format, environment, ...span, by }));
    return EXIT.done;
  } catch (thrown) {
    const { code, message } = toTillError(thrown);
    complain(`Nothing was exported: ${message} (${code})`);
    return code === 'export.option' ? EXIT.refused : EXIT.failed;
  }
}

function sourceOf({ dataFolder, started }: ExportCommand) {
  const file = terminalFileIn(dataFolder);
  if (started.training || (file !== undefined && startMode(file, started) === 'training'))
    return { journalFile: trainingJournal(dataFolder), environment: 'TRAINING' } as const;
  const settings = file?.settings;
  if (settings === undefined) throw new TillError('export.no-journal', 'Terminal not set up, so without payments');
  return { journalFile: journalFileOf(dataFolder, settings), environment: settings.service.environment };
}

/** Absent without a given start or end: from the first payment, until now. */
function spanWords({ span }: Pick<ExportRequest, 'span'>): { readonly from?: string; readonly before?: string } {
  return omitUndefined({
    from: span.from === 0 ? undefined : new Date(span.from).toISOString(),
    before: span.before === Number.MAX_SAFE_INTEGER ? undefined : new Date(span.before).toISOString(),
  });
}
