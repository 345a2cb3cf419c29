import { dieAtChange } from './die-at-change.ts';

/** A start that completes the restore in a folder, and dies before the n-th change that it makes to the disk. */
const [folder = '', nth = ''] = process.argv.slice(2);
const begin = dieAtChange(Number(nth));
const { completeRestore } = await import('../../main/backup/staged-restore.ts');
begin();
completeRestore(folder);
