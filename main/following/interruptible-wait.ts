import type { Clock } from '../base/clock.ts';

/** Wait that can be ended early. A wake-up without a current wait ends the next wait at once, so no wake-up is lost. */
export class InterruptibleWait {
  readonly #clock: Clock;
  #isWoken = false;
  #end: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wake(): void {
    this.#isWoken = true;
    this.#end?.();
  }

  /** Resolves after `ms`, or when woken; `Infinity` waits for the wake-up alone. */
  async wait(ms: number): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const cancel = Number.isFinite(ms) ? this.#clock.after(Math.ceil(ms), resolve) : undefined;
        this.#end = () => {
          cancel?.();
          resolve();
        };
      });
    this.#end = undefined;
    this.#isWoken = false;
  }
}
