import { isDeepStrictEqual } from 'node:util';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { type TillError, toTillError } from './till-error.ts';

/** A port may become free, and a folder may reappear. */
const AGAIN_MS = 10_000;

interface Parts<Wanted, Opened> {
  /** The value from the settings; undefined: nothing is open. */
  wanted(): Wanted | undefined;
  open(wanted: Wanted): Promise<Opened>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn'>;
  changed(): void;
}

/** Opening is retried after a failure; repeats of the same error are not logged. */
export class KeptOpen<Wanted, Opened extends { close(): Promise<void> }> {
  readonly #parts: Parts<Wanted, Opened>;
  #wanted: Wanted | undefined;
  #opened: Opened | undefined;
  #fault: TillError | undefined;
  #stopTrying: (() => void) | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: Parts<Wanted, Opened>) {
    this.#parts = parts;
  }

  get opened(): Opened | undefined {
    return this.#opened;
  }

  get fault(): TillError | undefined {
    return this.#fault;
  }

  follow(): void {
    const wanted = this.#parts.wanted();
    if (isDeepStrictEqual(wanted, this.#wanted)) return;
    this.#want(wanted);
  }

  async close(): Promise<void> {
    this.#want(undefined);
    await this.#turn;
  }

  #want(wanted: Wanted | undefined): void {
    this.#wanted = wanted;
    this.#turn = this.#turn.then(() => this.#reopen(wanted));
  }

  async #reopen(wanted: Wanted | undefined): Promise<void> {
    if (wanted !== this.#wanted) return;
    const { open, clock, log, changed } = this.#parts;
    const before = this.#fault;
    this.#stopTrying?.();
    await this.#opened?.close();
    [this.#opened, this.#fault] = [undefined, undefined];
    try {
      if (wanted !== undefined) this.#opened = await open(wanted);
    } catch (thrown) {
      const fault = toTillError(thrown);
      if (fault.code !== before?.code) log.warn(fault);
      this.#fault = fault;
      this.#stopTrying = clock.after(AGAIN_MS, () => {
        this.#turn = this.#turn.then(() => this.#reopen(wanted));
      });
    }
    changed();
  }
}
