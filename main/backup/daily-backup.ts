import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localDays, stampAt } from '../base/days.ts';
import { briefFiles } from '../base/patient-files.ts';

const KEPT = 14;

const MINUTE_MS = 60_000;
/** Keeps the backup out of the busy start. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;
const AGAIN_AFTER_FAULT_MS = 15 * MINUTE_MS;
const QUIET_MS = 2 * MINUTE_MS;

export interface Moment {
  readonly now: number;
  readonly madeAt: number | undefined;
  /** Monotonic time, ms, like `monotonic`. */
  readonly failedAt: number | undefined;
  readonly monotonic: number;
  readonly underWay: boolean;
  readonly lastSaleAt: number | undefined;
}

/**
 * Due once per calendar day of the machine, at the first quiet moment. After a day switched off, the next start
 * catches up. A clock set back causes an extra backup, never a missing backup.
 */
export function isDue({ now, madeAt, failedAt, monotonic, underWay, lastSaleAt }: Moment): boolean {
  if (underWay || (lastSaleAt !== undefined && Math.abs(now - lastSaleAt) < QUIET_MS)) return false;
  if (failedAt !== undefined && monotonic - failedAt < AGAIN_AFTER_FAULT_MS) return false;
  const { dayOf } = localDays();
  return madeAt === undefined || dayOf(madeAt) !== dayOf(now);
}

/** Distinguishes tills that share a folder, for people and for `removeOld`. */
interface BackupName {
  readonly posId: string | undefined;
  readonly terminalId: string;
}

/** For example `Tillmate-TILL42-0f3a9c1e-2026-11-22-0905.tillmate`, sortable by local time. */
export function dailyName(name: BackupName, at: number): string {
  return `${beginningOf(name)}${stampAt(at)}.tillmate`;
}

/** The ending `-hand` keeps `removeOld` from deleting a manual backup. */
export function handName(name: BackupName, at: number): string {
  return `${beginningOf(name)}${stampAt(at)}-hand.tillmate`;
}

/** Deletes this terminal's old daily backups down to `KEPT`, but never `made`, even if the clock is wrong. */
export function removeOld(folder: string, name: BackupName, made: string): void {
  const beginning = /-[0-9a-f]{8}-$/.exec(beginningOf(name))?.[0] ?? '';
  const others = readdirSync(folder)
    .filter((file) => file !== made && file.includes(beginning) && OWN.test(file))
    .sort((one, other) => stampOf(one).localeCompare(stampOf(other)));
  for (const file of others.slice(0, Math.max(0, others.length + 1 - KEPT))) remove(join(folder, file));
}

/** False for a removed USB stick or a missing drive. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

const OWN = /^Tillmate-.*-[0-9a-f]{8}-\d{4}-\d{2}-\d{2}-\d{4}\.tillmate$/;

function stampOf(file: string): string {
  return file.slice(-'2026-11-22-0905.tillmate'.length);
}

function beginningOf({ posId = 'till', terminalId }: BackupName): string {
  return `Tillmate-${posId.replaceAll(/[^A-Za-z0-9]+/g, '_')}-${terminalId.slice(0, 8)}-`;
}

function remove(path: string): void {
  try {
    briefFiles.remove(path);
  } catch {
    // Another program has the file open; the next daily backup retries.
  }
}
