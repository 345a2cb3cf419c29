import { join, parse } from 'node:path';
import type { Disk } from './database.ts';

/** SQLite's companions: without them the file that is set aside would lose its last commits. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

export function asideName(disk: Disk, file: string, at: number): string {
  const stamp = new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');
  for (let attempt = 0; ; attempt += 1) {
    const name = beside(file, `-damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}`);
    if (!disk.exists(name)) return name;
  }
}

/** Never deletes any of them. Throws when they cannot be moved: then there is no place for a new one either. */
export function setAside(disk: Disk, file: string, target: string): void {
  if (disk.exists(file)) disk.rename(file, target);
  for (const companion of COMPANIONS)
    if (disk.exists(file + companion)) disk.rename(file + companion, target + companion);
}

/** Removes a file that this app has made itself and can make again. */
export function discard(disk: Disk, file: string): void {
  for (const companion of COMPANIONS) disk.remove(file + companion);
  disk.remove(file);
}

/** True where a file has companions: part of its content is in these. */
export function hasCompanions(disk: Disk, file: string): boolean {
  return COMPANIONS.some((companion) => disk.exists(file + companion));
}

/**
 * True where companions are left of a journal that is gone: SQLite would delete them at the first write to a new one.
 */
export function hasOrphans(disk: Disk, file: string): boolean {
  return !disk.exists(file) && hasCompanions(disk, file);
}

export function beside(file: string, suffix: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, name + suffix + ext);
}
