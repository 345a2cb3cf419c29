import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What changes the disk; `fsyncSync` makes a change last. */
const CHANGES = ['renameSync', 'mkdirSync', 'rmSync', 'copyFileSync', 'writeFileSync', 'fsyncSync'] as const;

/** Kills this process before the n-th change that it makes to the disk from the call that this gives on. Before `main/` is loaded. */
export function dieAtChange(nth: number): () => void {
  let changes = 0;
  let armed = false;
  for (const name of CHANGES) {
    const change = fs[name] as (...values: unknown[]) => unknown;
    Object.assign(fs, {
      [name](...values: unknown[]) {
        if (armed) changes += 1;
        if (changes === nth) process.kill(process.pid, 'SIGKILL');
        return change(...values);
      },
    });
  }
  syncBuiltinESMExports();
  return () => {
    armed = true;
  };
}
