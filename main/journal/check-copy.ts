import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { dataFiles } from '../base/data-files.ts';
import { applyPragmas, type Database, systemDisk, toJournalError } from './database.ts';
import { checkFully, type IntegrityReport, unsealedEvents } from './integrity.ts';
import { hasOwnSchema, migrate } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { Sealing } from './sealing.ts';
import { foreignTo, lastOf, sealedFrom, type Tampering, type TamperReason, tamperingOf } from './tampering.ts';

interface SealReport {
  /** True when the keychain has an anchor of this journal. */
  readonly anchored: boolean;
  /** The first event that must have a mac; the chain binds the events before. */
  readonly from: number;
}

export interface CheckReport extends IntegrityReport {
  readonly seal?: SealReport;
}

/**
 * Runs the full check on a copy, while a till may have the journal open. With the seal, which the caller must have read
 * before, the check also finds rewritten or cut-off journals. Throws the file system's error.
 */
export async function checkCopy(file: string, seal?: JournalSeal): Promise<CheckReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-check-'));
  const copy = join(folder, dataFiles.journal);
  try {
    await copyOf(file, copy);
    return check(copy, seal && new Sealing(seal, file));
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/** SQLite copies a file in use page by page. An unreadable file is copied byte by byte, with its write-ahead log. */
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

function check(copy: string, sealing: Sealing | undefined): CheckReport {
  const database = systemDisk.open(copy);
  try {
    applyPragmas(database, systemDisk);
    migrate(database);
    const report = checkFully(database);
    const tables = hasOwnSchema(database) ? [] : ['the tables differ from the schema'];
    const faults = [...tables, ...report.faults, ...(sealing === undefined ? [] : sealFaults(database, sealing))];
    const seal = sealing && { anchored: sealing.anchor !== undefined, from: sealedFrom(database, sealing) };
    return { ...report, ok: faults.length === 0, faults, ...(seal === undefined ? {} : { seal }) };
  } catch (thrown) {
    return { ok: false, events: 0, faults: [toJournalError(thrown).message] };
  } finally {
    database.close();
  }
}

function sealFaults(database: Database, sealing: Sealing): readonly string[] {
  const { anchor } = sealing;
  if (anchor === undefined) return tamperingFaults(foreignTo(database, sealing));
  if (lastOf(database) === undefined) return [`the journal is empty; the keychain has ${anchor.seq} events`];
  const found = tamperingOf(database, sealing);
  const unsealed = unsealedEvents(database, sealing);
  return [
    ...tamperingFaults(found),
    ...(unsealed === 0 ? [] : [`${unsealed} events without a valid MAC of this till`]),
  ];
}

function tamperingFaults(found: Tampering | undefined): readonly string[] {
  return found === undefined ? [] : [TAMPERED[found.why](found)];
}

const TAMPERED: Readonly<Record<TamperReason, (found: Tampering) => string>> = {
  gone: ({ anchored }) => `the journal is missing; the keychain has ${anchored} events`,
  cut: ({ anchored, found }) => `the journal ends at event ${found}; the keychain has event ${anchored}`,
  altered: ({ anchored }) => `the journal is altered: event ${anchored} or a later one differs from the written one`,
  swapped: () => 'the journal is not the one in the keychain',
  damaged: ({ anchored }) => `the journal is unreadable before event ${anchored}, which the keychain has`,
  restored: ({ found }) => `the journal comes from a backup, up to event ${found}`,
  foreign: ({ found }) => `events up to ${found} or before have the MAC of another key`,
};
