import type { Acts } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { takeNotedExports } from '../export/noted-exports.ts';

/** Soon enough for a manager's look in the morning at last night's export. */
const LOOK_EVERY_MS = 60_000;

/** Adds exports made at the command line to the audit log, now and every minute. Returns a function to stop. */
export function watchNotedExports({
  clock,
  dataFolder,
  acts,
  log,
}: {
  readonly clock: Clock;
  readonly dataFolder: string;
  readonly acts: Pick<Acts, 'record'>;
  readonly log: Log;
}): () => void {
  let stop: () => void = () => undefined;
  function look(): void {
    try {
      takeNotedExports(dataFolder, ({ at, kind, ...values }) =>
        acts.record({
          act: 'exported',
          by: { role: 'till' },
          about: kind,
          values: { ...omitUndefined(values), madeAt: at },
        }),
      );
    } catch (thrown) {
      log.warn('List of exports without an audit entry unreadable', { code: 'export.noted', thrown });
    }
    stop = clock.after(LOOK_EVERY_MS, look);
  }
  look();
  return () => stop();
}
