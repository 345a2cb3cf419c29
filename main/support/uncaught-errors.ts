import type { Log } from '../base/log.ts';

/**
 * Keeps the app running after an error that nothing caught. Each decision about money rests on the journal, which is
 * written before anything is sent; an app that ended here would leave a customer's payment without a screen. Every such
 * error is logged. `first` is called for the first one only: telling of each could fail again and never end.
 */
export function surviveUncaughtErrors(running: Pick<NodeJS.EventEmitter, 'on'>, log: Log, first: () => void): void {
  let told = false;
  const caught = (error: unknown) => {
    log.error('internal', { thrown: error });
    if (told) return;
    told = true;
    first();
  };
  running.on('uncaughtException', caught);
  running.on('unhandledRejection', caught);
}
