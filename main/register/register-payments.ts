import type { ChargeAsk, RefundAsk, RegisterPayment, TillStatus } from './register-payment.ts';

/** Whoever hands over amounts: a paired register, or the folder or the port of those that speak no HTTP. */
export interface Register {
  readonly id: string;
  readonly name: string;
}

/** A change of a payment of one register. `id` goes on after a restart, and is what `after` takes. */
export interface PaymentEvent {
  readonly id: string;
  readonly payment: RegisterPayment;
}

/**
 * The payments of cash registers, whatever brings their wishes. A key of a register stands for one payment for ever: it
 * is in the journal with the intent, before a byte leaves. All reject with the TillError why no till is open.
 */
export interface RegisterPayments {
  /**
   * Resolves once the intent is in the journal, or at once with the payment that this key has already. Rejects with
   * `register.other-body` for a key that was used for something else, `register.busy` (values: those of
   * `TillStatus.busy`) while the POS has another payment, `register.above-maximum`, `register.refilling`,
   * `register.found-again`, and those of `Sales.start`.
   */
  charge(register: Register, key: string, ask: ChargeAsk): Promise<RegisterPayment>;
  /** Rejects with `register.unknown-key`. */
  get(register: Register, key: string): Promise<RegisterPayment>;
  /** Resolves once its `rev` is above `rev`, and at the latest after `waitMs`, or when `signal` aborts, as it is then. */
  changed(register: Register, key: string, rev: number, waitMs: number, signal?: AbortSignal): Promise<RegisterPayment>;
  /** A wish: it ends as `cancelled` or `paid`. */
  cancel(register: Register, key: string): Promise<RegisterPayment>;
  /**
   * Resolves once the refund's intent is in the journal, or with what its key has become already. Rejects with
   * `register.other-body`, `register.refund-limit`, `register.found-again`, and those of `Refunds.start`.
   */
  refund(register: Register, key: string, refundKey: string, ask: RefundAsk): Promise<RegisterPayment>;
  /** The payment that this register charged last; undefined before the first. */
  last(register: Register): Promise<RegisterPayment | undefined>;
  status(register: Register): TillStatus;
  /**
   * Changes of this register's payments in their order, each payment as it is by then: those that it has not had, then
   * each as it happens. `after` is the id of the last one that it has had; without one, or with one of another journal,
   * those that are open and those of the last 24 hours. Waits for a till that is not open. Ends when `signal` aborts.
   */
  events(register: Register, after: string | undefined, signal: AbortSignal): AsyncIterable<PaymentEvent>;
}
