import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { TillError } from '../base/till-error.ts';
import type { SaleRecord } from '../domain/sale-record.ts';

/** Verdict for the button "Customer says they paid". */
export interface CustomerVerdict {
  readonly at: number;
  /** `unknown`: an unknown status. `not-found`: the first search found no payment; a later search may. */
  readonly kind: 'asking' | 'paid' | 'not-paid' | 'unknown' | 'not-found' | 'unreachable';
  readonly succeededAt?: number;
}

/** No connection to the service: an immediate retry would not help. */
const NOT_REACHED = /^network\.(dns|refused|unreachable|tls|connect-timeout|protocol)$/;
/** Reads before the verdict is "unreachable": a lost response is retried once. */
const TRIES = 2;
/** Outdated responses in a row before the verdict follows the journal. */
const OUTDATED_TRIES = 3;
/** Longest wait for a verdict: a longer hold of the service gives "unreachable". */
const PATIENCE_MS = 3_000;

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

  /** Counts an outdated response. Returns true if another read is needed: the payment may have been reversed since. */
  outdated(): boolean {
    this.#outdated += 1;
    return this.isAsking && this.#outdated < OUTDATED_TRIES;
  }

  /** Sets the verdict from a read sent after the click. */
  answered({ stage, creation, succeededAt }: SaleRecord): void {
    if (!this.isAsking) return;
    const at = this.#clock.now();
    if (stage === 'unknown') this.#set({ at, kind: creation === 'known' ? 'unknown' : 'not-found' });
    else if (stage !== 'paid') this.#set({ at, kind: 'not-paid' });
    else this.#set({ at, kind: 'paid', ...omitUndefined({ succeededAt }) });
  }

  /** `tries`: failed reads in a row; `heldMs`: rest of the wait that the service requested. */
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
