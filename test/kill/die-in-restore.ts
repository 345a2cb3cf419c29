import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A start that completes the restore in a folder, and dies before the n-th change that it makes to the disk. */
const [folder = '', nth = ''] = process.argv.slice(2);
let changes = 0;
for (const name of ['renameSync', 'mkdirSync', 'rmSync', 'copyFileSync'] as const) {
  const change = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...values: unknown[]) {
      changes += 1;
      if (changes === Number(nth)) process.kill(process.pid, 'SIGKILL');
      return change(...values);
    },
  });
}
syncBuiltinESMExports();
const { completeRestore } = await import('../../main/terminal/backup/staged-restore.ts');
completeRestore(folder);
