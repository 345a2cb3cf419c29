import type { Clock } from '../clock.ts';

/** Waits that end with the sandbox, so that an injected latency keeps nothing alive. */
export interface Delays {
  /** Resolves after `ms`; never, when the sandbox is closed before that. */
  delay(ms: number): Promise<void>;
  close(): void;
}

export function createDelays(clock: Clock): Delays {
  const running = new Set<() => void>();
  return {
    delay: (ms) =>
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
