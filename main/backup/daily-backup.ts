import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localDays, stampAt } from '../base/days.ts';
import { briefFiles } from '../base/patient-files.ts';

export const KEPT = 14;

const MINUTE_MS = 60_000;
/** A start has better to do. */
export const FIRST_LOOK_MS = 2 * MINUTE_MS;
const AGAIN_AFTER_FAULT_MS = 15 * MINUTE_MS;
const QUIET_MS = 2 * MINUTE_MS;

export interface Moment {
  readonly now: number;
  readonly madeAt: number | undefined;
  /** On a clock that never jumps, ms, as `monotonic` is. */
  readonly failedAt: number | undefined;
  readonly monotonic: number;
  readonly underWay: boolean;
  readonly lastSaleAt: number | undefined;
}

/**
 * The daily backup begins once on each calendar day of the machine, on the first quiet moment; a day on which the till was
 * off is made up for at the next start. A clock that was put back makes one more, not one fewer.
 */
export function isDue({ now, madeAt, failedAt, monotonic, underWay, lastSaleAt }: Moment): boolean {
  if (underWay || (lastSaleAt !== undefined && Math.abs(now - lastSaleAt) < QUIET_MS)) return false;
  if (failedAt !== undefined && monotonic - failedAt < AGAIN_AFTER_FAULT_MS) return false;
  const { dayOf } = localDays();
  return madeAt === undefined || dayOf(madeAt) !== dayOf(now);
}

/** Tells the tills of a shop apart that share a folder, for people and for `removeOld`. */
export interface BackupName {
  readonly posId: string | undefined;
  readonly terminalId: string;
}

/** `Tillmate-TILL42-0f3a9c1e-2026-11-22-0905.tillmate` sorts by its time, in that of the machine. */
export function dailyName(name: BackupName, at: number): string {
  return `${beginningOf(name)}${stampAt(at)}.tillmate`;
}

/** The same for one that is made by hand, with `-hand` behind it: `removeOld` never takes it for one of its own. */
export function handName(name: BackupName, at: number): string {
  return `${beginningOf(name)}${stampAt(at)}-hand.tillmate`;
}

/** Leaves `KEPT` daily backups of this terminal, and `made` whatever the clock says. Tomorrow is another try. */
export function removeOld(folder: string, name: BackupName, made: string): void {
  const beginning = /-[0-9a-f]{8}-$/.exec(beginningOf(name))?.[0] ?? '';
  const others = readdirSync(folder)
    .filter((file) => file !== made && file.includes(beginning) && OWN.test(file))
    .sort((one, other) => stampOf(one).localeCompare(stampOf(other)));
  for (const file of others.slice(0, Math.max(0, others.length + 1 - KEPT))) remove(join(folder, file));
}

/** False where a stick was taken out, or the drive is not there. */
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
    // Another program has it open; it is as old tomorrow.
  }
}
