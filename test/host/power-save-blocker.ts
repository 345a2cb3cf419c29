import { EventEmitter } from 'node:events';
import { blocker, taken } from './arguments.ts';

/** `powerSaveBlocker`: the host does not keep the machine awake. */
export const powerSaveBlocker = {
  start(type: string): number {
    taken(blocker, type);
    return 0;
  },
};

/** `powerMonitor`: silent by itself; parent-control.ts plays a machine that sleeps and wakes. */
export const powerMonitor = new EventEmitter();
