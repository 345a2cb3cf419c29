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

/**
 * `powerMonitor`: silent by itself. SIGUSR2 to the main process plays a machine that slept and woke: `suspend`, then
 * `resume`.
 */
export const powerMonitor = Object.assign(new EventEmitter(), {
  getSystemIdleTime: () => 0,
  isOnBatteryPower: () => false,
});

process.on('SIGUSR2', () => {
  powerMonitor.emit('suspend');
  powerMonitor.emit('resume');
});

const started = new Map<number, Kind>();
let lastId = 0;
