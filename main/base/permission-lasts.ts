import type { Clock } from './clock.ts';

/** A permission that a person gave with a press is for now: so long, ms, by either clock. */
export const PRESS_LASTS_MS = 60_000;

export class Press {
  /** ms since the epoch. */
  readonly at: number;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #started: number;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.at = clock.now();
    this.#started = clock.monotonic();
  }

  /** The monotonic clock stands still while the machine sleeps, and the wall clock can be set: each tells alone. */
  get isOver(): boolean {
    const byWall = Math.abs(this.#clock.now() - this.at);
    return Math.max(byWall, this.#clock.monotonic() - this.#started) > PRESS_LASTS_MS;
  }
}
