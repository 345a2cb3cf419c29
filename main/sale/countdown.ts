import type { Clock } from '../base/clock.ts';
import type { SaleRecord } from '../journal/sale-record.ts';

/** Smaller differences are the second that the service's Date header is rounded to, not a machine that slept. */
const DRIFT_MS = 3_000;

/**
 * The time left of a payment, on the monotonic clock. When it is created the service's own two times give its length,
 * whatever this machine's clock says; later, the service's clock as the client knows it corrects what a sleeping machine
 * did not count.
 */
export class Countdown {
  readonly #clock: Clock;
  readonly #skewMs: () => number;
  #expiry: number | undefined;

  constructor(clock: Clock, skewMs: () => number) {
    this.#clock = clock;
    this.#skewMs = skewMs;
  }

  /** The payment has this very moment been created: all of its lifetime is left. */
  begin(sale: SaleRecord): void {
    if (sale.expiresAt === undefined || sale.createdAt === undefined) return;
    this.#expiry = this.#clock.monotonic() + (sale.expiresAt - sale.createdAt);
  }

  /** An answer of the service has just come: the clocks are known again. */
  correct(sale: SaleRecord): void {
    if (sale.expiresAt === undefined) return;
    const left = sale.expiresAt - (this.#clock.now() + this.#skewMs());
    const expiry = this.#clock.monotonic() + left;
    if (this.#expiry === undefined || Math.abs(this.#expiry - expiry) > DRIFT_MS) this.#expiry = expiry;
  }

  /** ms left, below zero once it is over; undefined when nobody knows. */
  get left(): number | undefined {
    return this.#expiry === undefined ? undefined : this.#expiry - this.#clock.monotonic();
  }
}
