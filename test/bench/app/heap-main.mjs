/**
 * Stands before the built app's main script and says on stdout, whenever it gets SIGUSR2, how many bytes main holds on
 * to once the garbage is gone. The app itself is unchanged.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  // What a finaliser lets go is garbage only for the next round.
  for (let round = 0; round < 4; round += 1) {
    collect();
    await turn();
  }
  process.stdout.write(`HEAP ${process.memoryUsage().heapUsed}\n`);
});

const built = '../../../out/main/index.js';
await import(built);
