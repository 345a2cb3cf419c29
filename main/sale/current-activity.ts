import type { ErrorView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';

export interface Doing {
  readonly code: string;
  readonly sinceMs: number;
  /** Until when the service asked to wait, ms since the epoch. */
  readonly untilMs?: number;
}

/** The till's activity about a sale, and the trouble with it. The windows are told when either changes. */
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

  /** It failed; `code` is what the till does about that. */
  failed(code: string, trouble: ErrorView | undefined): void {
    this.#set(code, trouble);
  }

  /** It is done; `code` is what the till does next. */
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
