import type { Clock } from '../base/clock.ts';
import type { SaleRecord } from '../domain/sale-record.ts';

/** Smaller differences come from the whole seconds of the `Date` header, and not from a machine that slept, ms. */
const DRIFT_MS = 3_000;

/**
 * Time left of a payment, on the monotonic clock. For a new payment, the service's two times give its lifetime. Later
 * responses correct the countdown by the service's clock, because the monotonic clock stops while the machine sleeps.
 */
export class Countdown {
  readonly #clock: Clock;
  readonly #skewMs: () => number;
  #expiry: number | undefined;

  constructor(clock: Clock, skewMs: () => number) {
    this.#clock = clock;
    this.#skewMs = skewMs;
  }

  begin(sale: SaleRecord): void {
    if (sale.expiresAt === undefined || sale.createdAt === undefined) return;
    this.#expiry = this.#clock.monotonic() + (sale.expiresAt - sale.createdAt);
  }

  correct(sale: SaleRecord): void {
    if (sale.expiresAt === undefined) return;
    const left = sale.expiresAt - (this.#clock.now() + this.#skewMs());
    const expiry = this.#clock.monotonic() + left;
    if (this.#expiry === undefined || Math.abs(this.#expiry - expiry) > DRIFT_MS) this.#expiry = expiry;
  }

  /** ms left, negative after expiry; undefined while unknown. */
  get left(): number | undefined {
    return this.#expiry === undefined ? undefined : this.#expiry - this.#clock.monotonic();
  }
}
