import type { ErrorView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';

export interface Doing {
  readonly code: string;
  readonly sinceMs: number;
  /** End of the wait that the service requested, ms since the epoch. */
  readonly untilMs?: number;
}

/** Current activity of the till for a sale, and its last error. Notifies the windows when either changes. */
export class CurrentActivity {
  readonly #clock: Clock;
  readonly #changed: () => void;
  #doing: Doing | undefined;
  #trouble: ErrorView | undefined;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get doing(): Doing | undefined {
    return this.#doing;
  }

  get trouble(): ErrorView | undefined {
    return this.#trouble;
  }

  does(code: string): void {
    this.#set(code, this.#trouble);
  }

  /** Reports a failure; `code`: the till's reaction. */
  failed(code: string, trouble: ErrorView | undefined): void {
    this.#set(code, trouble);
  }

  /** Reports success; `code`: the till's next activity. */
  done(code?: string): void {
    this.#set(code, undefined);
  }

  #set(code: string | undefined, trouble: ErrorView | undefined): void {
    if (this.#doing?.code === code && this.#trouble?.code === trouble?.code) return;
    if (this.#doing?.code !== code) this.#doing = code === undefined ? undefined : { code, sinceMs: this.#clock.now() };
    this.#trouble = trouble;
    this.#changed();
  }
}
