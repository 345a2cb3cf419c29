import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/**
 * `node die-at-change.ts confirmed FOLDER N`: confirms *Restore* on the terminal in the folder and kills the process
 * before its N-th change on disk. With any other phase, kills a start that completes the staged restore in the folder.
 */

/** Functions that change the disk; `fsyncSync` makes a change durable. */
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

// Imported only now, so that main uses the patched functions.
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
