import { dialog } from './dialog.ts';

/**
 * What Electron does with an error that the app does not catch, also one of its main script: it shows a dialog, and the
 * process goes on. An app that listens for uncaught errors gets them instead.
 */
export function tellUncaught(): void {
  process.on('uncaughtException', (fault: unknown) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${stack}`);
  });
}
