import type { Disk } from './database.ts';

/** SQLite's companions: without them the file that is set aside would lose its last commits. */
const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

/**
 * Moves a damaged journal out of the way under a dated name, never deleting it, and gives that name. Throws when it
 * cannot be moved (a read-only disk): then there is no place for a new one either.
 */
export function setAside(disk: Disk, file: string, at: number): string {
  const target = freeName(disk, file, at);
  disk.rename(file, target);
  for (const companion of COMPANIONS)
    if (disk.exists(file + companion)) disk.rename(file + companion, target + companion);
  return target;
}

function freeName(disk: Disk, file: string, at: number): string {
  const dot = file.lastIndexOf('.');
  const [stem, extension] = dot > file.lastIndexOf('/') + 1 ? [file.slice(0, dot), file.slice(dot)] : [file, ''];
  const stamp = new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');
  for (let attempt = 0; ; attempt += 1) {
    const name = `${stem}-damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}${extension}`;
    if (!disk.exists(name)) return name;
  }
}
