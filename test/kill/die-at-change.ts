import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/**
 * `node die-at-change.ts confirmed FOLDER N`: somebody presses *Restore* on the terminal in the folder, and it dies before
 * the N-th change that it makes to the disk. With another first word a start that completes the restore there dies so.
 */

/** What changes the disk; `fsyncSync` makes a change last. */
const CHANGES = ['renameSync', 'mkdirSync', 'rmSync', 'copyFileSync', 'writeFileSync', 'fsyncSync'] as const;

const [phase = '', folder = '', nth = ''] = process.argv.slice(2);
let changes = 0;
let armed = false;
for (const name of CHANGES) {
  const change = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...values: unknown[]) {
      if (armed) changes += 1;
      if (changes === Number(nth)) process.kill(process.pid, 'SIGKILL');
      return change(...values);
    },
  });
}
syncBuiltinESMExports();

// Loaded only now, so that main has the functions above.
if (phase === 'confirmed') {
  const { terminalIn } = await import('./restore-confirmed.ts');
  const { open, PIN } = await import('../backup/machine-with-backups.ts');
  const till = await terminalIn(folder).start();
  const { id } = await open(till, join(folder, 'till.tillmate'));
  armed = true;
  await till.restoring.confirm({ id, managerPin: PIN });
  process.exit(0);
}
const { completeRestore } = await import('../../main/backup/staged-restore.ts');
armed = true;
completeRestore(folder);
