import { EventEmitter } from 'node:events';

/** `powerSaveBlocker`: does not keep the machine awake. */
export const powerSaveBlocker = {
  start: (): number => 0,
};

/** `powerMonitor`: silent; parent-control.ts plays sleep and wake-up. */
export const powerMonitor = new EventEmitter();
