import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import { callbackUrls } from '../callback/path-claims.ts';
import type { Journal } from '../journal/journal.ts';
import type { Sales } from '../sale/sales.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { Connection } from './service-connection.ts';

const WHY_NOT = {
  unknown: 'no-such-sale',
  refused: 'not-accepted-here',
} as const;

/** Passes verified status callbacks to the sales. `error`: a required listener did not start. Never rejects. */
export async function receiveCallbacks(parts: {
  readonly settings: TerminalSettings;
  readonly connection: Connection;
  readonly journal: Journal;
  readonly sales: Sales;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<{ readonly error: TillError | undefined; close(): Promise<void> }> {
  const { settings, connection, journal, sales, clock, log } = parts;
  const address = settings.callbacks?.listen;
  if (address === undefined) return { error: undefined, close: async () => undefined };
  try {
    // Loaded only if needed, as its web server takes the longest to load.
    const { startCallbackListener } = await import('../callback/listener.ts');
    const listener = await startCallbackListener({
      listen: address,
      urls: callbackUrls(settings),
      verify: (ask) => connection.verifier.verify(ask),
      seen: journal,
      unproven: (paymentId) => sales.onUnproven(paymentId),
      clock: {
        now: connection.reachability.serviceNow,
        monotonic: () => clock.monotonic(),
        after: (ms, task) => clock.after(ms, task),
      },
      log,
      report: connection.report,
      accept: async ({ payment }) => {
        const outcome = await sales.onCallback(payment);
        return outcome === 'known' ? { known: true } : { known: false, why: WHY_NOT[outcome] };
      },
    });
    return { error: undefined, close: () => listener.close() };
  } catch (thrown) {
    const error = toTillError(thrown);
    log.error(error);
    return { error, close: async () => undefined };
  }
}
