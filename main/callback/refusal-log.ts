import type { Clock } from '../base/clock.ts';
import type { LogFields, LogMessage, ServiceLog } from '../base/log.ts';

export type RefusalLog = ReturnType<typeof createRefusalLog>;

const MINUTE_MS = 60_000;

/** The log of requests that anybody can send as often as they like: one line a minute at most. */
export function createRefusalLog(clock: Pick<Clock, 'after'>, log: ServiceLog) {
  const counts = new Map<string, number>();
  let cancel: (() => void) | undefined;

  function tell(): boolean {
    if (counts.size === 0) return false;
    const byNumber = [...counts].sort(([, one], [, other]) => other - one);
    const [code] = byNumber[0] ?? [];
    const count = byNumber.reduce((sum, [, number]) => sum + number, 0);
    log.warn('Callbacks were refused', { count, code });
    counts.clear();
    return true;
  }

  function countAMinute(): void {
    cancel = clock.after(MINUTE_MS, () => {
      cancel = undefined;
      if (tell()) countAMinute();
    });
  }

  return {
    /** The first is logged as it is; those of the minutes after it are counted, and the most frequent `code` is told. */
    note(code: string, message: LogMessage, facts: LogFields): void {
      if (cancel !== undefined) {
        counts.set(code, (counts.get(code) ?? 0) + 1);
        return;
      }
      log.warn(message, { code, ...facts });
      countAMinute();
    },
    /** Logs what is counted and not told yet. */
    close(): void {
      cancel?.();
      cancel = undefined;
      tell();
    },
  };
}
