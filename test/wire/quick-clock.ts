import type { Clock } from '../../main/base/clock.ts';

export interface QuickClock extends Clock {
  /** The wall clock jumps; the monotonic one does not notice. */
  jump(ms: number): void;
}

/** The real clock, so many times as fast: for waits between real sockets that only take their time. */
export function quickClock(times: number): QuickClock {
  const begun = performance.now();
  let wall = Date.now();
  const elapsed = () => (performance.now() - begun) * times;
  return {
    now: () => wall + Math.round(elapsed()),
    monotonic: elapsed,
    jump(ms) {
      wall += ms;
    },
    after(ms, task) {
      const timer = setTimeout(task, ms / times);
      return () => clearTimeout(timer);
    },
  };
}
