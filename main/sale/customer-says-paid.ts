import type { Clock } from '../base/clock.ts';
import type { TillError } from '../base/till-error.ts';
import type { SaleRecord } from '../journal/sale-record.ts';

export interface Verdict {
  readonly at: number;
  /** `unknown`: the service answered with a status that the till cannot tell anything from. */
  readonly kind: 'asking' | 'paid' | 'not-paid' | 'unknown' | 'unreachable';
  readonly succeededAt?: number;
}

/** Nobody was there: asking again at once would tell the cashier nothing sooner. */
const NOBODY_THERE = /^network\.(dns|refused|unreachable|tls|connect-timeout|protocol)$/;
/** An answer that was lost is asked for once more before the till gives up. */
const TRIES = 2;
/** A press of the button is answered at once or not at all: waiting longer than this for the service's leave is neither. */
export const PATIENCE_MS = 3_000;

/** "Customer says they paid": one question, and what the service's reading says to it. */
export class CustomerSaysPaid {
  readonly #clock: Clock;
  readonly #changed: () => void;
  #verdict: Verdict | undefined;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get verdict(): Verdict | undefined {
    return this.#verdict;
  }

  get isAsking(): boolean {
    return this.#verdict?.kind === 'asking';
  }

  begin(kind: 'asking' | 'not-paid' | 'unreachable'): void {
    this.#is({ at: this.#clock.now(), kind });
  }

  /** A reading that began after the question. */
  answered({ stage, creation, succeededAt }: SaleRecord): void {
    if (!this.isAsking) return;
    const at = this.#clock.now();
    if (stage === 'unknown' && creation === 'known') this.#is({ at, kind: 'unknown' });
    else if (stage !== 'paid') this.#is({ at, kind: 'not-paid' });
    else this.#is({ at, kind: 'paid', ...(succeededAt === undefined ? {} : { succeededAt }) });
  }

  /** `tries`: how many readings have failed in a row. */
  failed(error: TillError, tries: number): void {
    if (!this.isAsking) return;
    const mayHelp = (error.retryAfterMs ?? 0) <= PATIENCE_MS && !NOBODY_THERE.test(error.code);
    if (tries < TRIES && mayHelp) return;
    this.#is({ at: this.#clock.now(), kind: 'unreachable' });
  }

  #is(verdict: Verdict): void {
    this.#verdict = verdict;
    this.#changed();
  }
}
