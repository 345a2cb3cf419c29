import type { Clock } from '../clock.ts';

/** Delays that are cancelled when the sandbox closes, so that an injected latency does not keep the process alive. */
export interface Delays {
  /** Resolves after `ms`. Never settles when the sandbox is closed before. */
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
