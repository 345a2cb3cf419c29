import type { Clock } from '../base/clock.ts';
import type { ServiceLog } from '../service/log.ts';

/** What is logged of requests that anybody can send as often as they like: one line a minute at most. */
export interface RefusalLog {
  /** The first is logged as it is, with `facts`; those of the minutes after it are counted by their `code`. */
  note(code: string, facts: Readonly<Record<string, unknown>>, message: string): void;
  /** Logs what is counted and not told yet. */
  close(): void;
}

const MINUTE_MS = 60_000;

export function createRefusalLog(clock: Pick<Clock, 'after'>, log: ServiceLog): RefusalLog {
  const counts = new Map<string, number>();
  let cancel: (() => void) | undefined;

  function tell(): boolean {
    if (counts.size === 0) return false;
    const byNumber = [...counts].sort(([, one], [, other]) => other - one);
    const count = byNumber.reduce((sum, [, number]) => sum + number, 0);
    log.warn(
      { count, reason: byNumber.map(([code, number]) => `${code} ${number.toLocaleString('en')}`).join('; ') },
      'Callbacks were refused',
    );
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
    note(code, facts, message) {
      if (cancel !== undefined) {
        counts.set(code, (counts.get(code) ?? 0) + 1);
        return;
      }
      log.warn({ code, ...facts }, message);
      countAMinute();
    },
    close() {
      cancel?.();
      cancel = undefined;
      tell();
    },
  };
}
