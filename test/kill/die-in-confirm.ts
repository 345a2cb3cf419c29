import { join } from 'node:path';
import { dieAtChange } from './die-at-change.ts';

/** Somebody presses *Restore* on the terminal in a folder, and it dies before the n-th change that it makes to the disk. */
const [folder = '', nth = ''] = process.argv.slice(2);
const begin = dieAtChange(Number(nth));
const { terminalIn } = await import('./restore-confirmed.ts');
const { open, PIN } = await import('../backup/machine-with-backups.ts');
const till = await terminalIn(folder).start();
const { id } = await open(till, join(folder, 'till.tillmate'));
begin();
await till.restoring.confirm({ id, managerPin: PIN });
process.exit(0);
