import type { Clock } from '../../main/base/clock.ts';

/** The real clock, sped up by the factor `times`: shortens the till's waits over real sockets. */
export function quickClock(times: number): Clock {
  const begun = performance.now();
  const wall = Date.now();
  const elapsed = () => (performance.now() - begun) * times;
  return {
    now: () => wall + Math.round(elapsed()),
    monotonic: elapsed,
    after(ms, task) {
      const timer = setTimeout(task, ms / times);
      return () => clearTimeout(timer);
    },
  };
}
