import type { Clock } from './clock.ts';

/** A permission given by a click expires after this time, ms, by either clock. */
export const PERMISSION_LASTS_MS = 60_000;

export class UserAction {
  /** ms since the epoch. */
  readonly at: number;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #started: number;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.at = clock.now();
    this.#started = clock.monotonic();
  }

  /** Uses both clocks: the monotonic clock stops while the machine sleeps, and the wall clock can be set. */
  get isOver(): boolean {
    const byWall = Math.abs(this.#clock.now() - this.at);
    return Math.max(byWall, this.#clock.monotonic() - this.#started) > PERMISSION_LASTS_MS;
  }
}
