import { dialog } from './dialog.ts';

/**
 * What Electron does with a fault that the app does not catch, also one of its main script: a dialog says so, and the
 * process stays. An app that listens for such faults is left to it.
 */
export function tellUncaught(): void {
  process.on('uncaughtException', (fault: unknown) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${stack}`);
  });
}
