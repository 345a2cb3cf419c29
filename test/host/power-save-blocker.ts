import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type Kind = Parameters<Electron.PowerSaveBlocker['start']>[0];

/** `powerSaveBlocker`: keeps count; the host does not keep the machine awake. */
export const powerSaveBlocker: Electron.PowerSaveBlocker = {
  start(kind: Kind): number {
    lastId += 1;
    started.set(lastId, kind);
    return lastId;
  },
  stop(id: number): boolean {
    return started.delete(id);
  },
  isStarted(id: number): boolean {
    return started.has(id);
  },
};

/** `powerMonitor`: silent by itself; parent-control.ts plays a machine that sleeps and wakes. */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  isOnBatteryPower: () => false,
});

const started = new Map<number, Kind>();
let lastId = 0;
