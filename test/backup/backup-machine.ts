import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keychain } from '../../main/identity/keychain.ts';
import { folder as root } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { backUp, close, machineAt, provision, sell } from './machine-with-backups.ts';

export let clock: VirtualClock;
export function freshClock(): void {
  clock = new VirtualClock();
}

export function machine(name: string, keychain?: Keychain) {
  return machineAt(join(root, name), clock, keychain);
}

/** A terminal with two sales, and its backup. */
export async function backedUp(where = machine('till'), withKeys = false) {
  const till = await where.start();
  await provision(till);
  const journal = till.journal();
  sell(journal, 'sale1');
  const reference = sell(journal, 'sale2');
  await close(journal);
  const file = join(root, `${where.dataFolder.slice(-4)}.tillmate`);
  await backUp(till, file, withKeys);
  return { where, till, file, reference };
}

/** All files of a data folder, except SQLite's side files and the backups' own state. */
export function filesOf(folder: string, within = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const name = join(within, entry.name);
    if (/backups\.json|-wal$|-shm$/.test(name)) continue;
    if (entry.isDirectory()) Object.assign(found, filesOf(folder, name));
    else found[name] = readFileSync(join(folder, name)).toString('base64');
  }
  return found;
}
