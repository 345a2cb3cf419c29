import type { Clock } from '../base/clock.ts';
import { given } from '../base/given.ts';
import type { TillError } from '../base/till-error.ts';
import type { SaleRecord } from '../domain/sale-record.ts';

/** The answer to the button "Customer says they paid". */
export interface CustomerVerdict {
  readonly at: number;
  /** `unknown`: a status that the till does not know; `not-found`: one search has not found it, and it may be there. */
  readonly kind: 'asking' | 'paid' | 'not-paid' | 'unknown' | 'not-found' | 'unreachable';
  readonly succeededAt?: number;
}

/** The service was not reached at all: asking again at once would not help. */
const NOT_REACHED = /^network\.(dns|refused|unreachable|tls|connect-timeout|protocol)$/;
/** An answer that was lost is asked for once more before the till gives up. */
const TRIES = 2;
/** Answers in a row that may be older than what the till knows, before it goes by what it knows. */
const OUTDATED_TRIES = 3;
/**
 * A press of the button must be answered soon: where the service asks for a longer wait than this, the verdict is
 * "unreachable".
 */
const PATIENCE_MS = 3_000;

/** "Customer says they paid": one read of the payment, and the verdict that follows from it. */
export class CustomerSaysPaid {
  readonly #clock: Clock;
  readonly #changed: () => void;
  #verdict: CustomerVerdict | undefined;
  #outdated = 0;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get verdict(): CustomerVerdict | undefined {
    return this.#verdict;
  }

  get isAsking(): boolean {
    return this.#verdict?.kind === 'asking';
  }

  begin(kind: 'asking' | 'not-paid'): void {
    this.#outdated = 0;
    this.#set({ at: this.#clock.now(), kind });
  }

  /**
   * The answer is older than what the till knows. True where asking again is worth it: money may have gone back since.
   */
  outdated(): boolean {
    this.#outdated += 1;
    return this.isAsking && this.#outdated < OUTDATED_TRIES;
  }

  /** A read that began after the press has been answered. */
  answered({ stage, creation, succeededAt }: SaleRecord): void {
    if (!this.isAsking) return;
    const at = this.#clock.now();
    if (stage === 'unknown') this.#set({ at, kind: creation === 'known' ? 'unknown' : 'not-found' });
    else if (stage !== 'paid') this.#set({ at, kind: 'not-paid' });
    else this.#set({ at, kind: 'paid', ...given({ succeededAt }) });
  }

  /** `tries`: how many reads have failed in a row; `heldMs`: the wait that the service asked for. */
  failed(error: TillError, tries: number, heldMs: number): void {
    if (!this.isAsking) return;
    const mayHelp = heldMs <= PATIENCE_MS && !NOT_REACHED.test(error.code);
    if (tries < TRIES && mayHelp) return;
    this.#set({ at: this.#clock.now(), kind: 'unreachable' });
  }

  #set(verdict: CustomerVerdict): void {
    this.#verdict = verdict;
    this.#changed();
  }
}
