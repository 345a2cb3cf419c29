import { EventEmitter } from 'node:events';

/** `powerSaveBlocker`: the host does not keep the machine awake. */
export const powerSaveBlocker = {
  start: (): number => 0,
};

/** `powerMonitor`: silent by itself; parent-control.ts plays a machine that sleeps and wakes. */
export const powerMonitor = new EventEmitter();
