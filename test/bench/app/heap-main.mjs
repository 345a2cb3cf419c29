/**
 * Runs before the built app's main script. On request of the parent process, collects garbage and writes the size of
 * main's heap to stdout. The app itself is unchanged.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

process.on('message', async (/** @type {{ ask?: string }} */ { ask }) => {
  if (ask !== 'heap') return;
  // Some objects have finalisers and are freed only by a later collection.
  for (let round = 0; round < 4; round += 1) {
    collect();
    await turn();
  }
  process.stdout.write(`HEAP ${process.memoryUsage().heapUsed}\n`);
});

const built = '../../../out/main/index.js';
await import(built);
