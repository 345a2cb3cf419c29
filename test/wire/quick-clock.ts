import type { Clock } from '../../main/clock.ts';

/** The real clock, so many times as fast: for waits between real sockets that only take their time. */
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
