import type { Clock } from '../engine/dates.ts';

/** Waits that end with the sandbox, so that an injected latency keeps nothing alive. */
export interface Pauses {
  /** Resolves after `ms`; never, when the sandbox is closed before that. */
  pause(ms: number): Promise<void>;
  close(): void;
}

export function createPauses(clock: Clock): Pauses {
  const running = new Set<() => void>();
  return {
    pause: (ms) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, () => {
          running.delete(cancel);
          resolve();
        });
        running.add(cancel);
      }),
    close() {
      for (const cancel of running) cancel();
      running.clear();
    },
  };
}
