import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { applyPragmas, systemDisk, toJournalError } from './database.ts';
import { checkFully, type IntegrityReport } from './integrity.ts';
import { hasOwnSchema, migrate } from './migrations.ts';

/**
 * The full check of a journal, on a copy: not a byte of the file changes, and a till may have it open. Rejects with
 * what the disk throws when there is no such file or no space for the copy.
 */
export async function checkCopy(file: string): Promise<IntegrityReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-check-'));
  const copy = join(folder, 'journal.sqlite');
  try {
    await copyOf(file, copy);
    return check(copy);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/** SQLite copies a file in use page by page. One that it cannot read is copied byte by byte, with its write-ahead log. */
async function copyOf(file: string, copy: string): Promise<void> {
  try {
    const source = new DatabaseSync(file, { readOnly: true });
    try {
      await backup(source, copy);
    } finally {
      source.close();
    }
  } catch {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  }
}

function check(copy: string): IntegrityReport {
  const database = systemDisk.open(copy);
  try {
    applyPragmas(database, systemDisk);
    migrate(database);
    const report = checkFully(database);
    if (hasOwnSchema(database)) return report;
    return { ...report, ok: false, faults: ['the tables are not what was made', ...report.faults] };
  } catch (thrown) {
    return { ok: false, events: 0, faults: [toJournalError(thrown).message] };
  } finally {
    database.close();
  }
}
