import { type Clock, sleep } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import type { Register, RegisterPayment } from '../register-payment.ts';
import type { Unconfirmed } from './unconfirmed.ts';

/**
 * Why a person has to look. `unconfirmed`: the register may not know that it is paid. `not-reversed`: the register did
 * not take the payment, and it could not be refunded. `partial-goods`: goods for `goodsCents` only were handed over.
 */
export type ZvtAlarm = {
  readonly key: string;
  readonly reference: string;
  readonly amountCents: number;
} & ({ readonly why: 'unconfirmed' | 'not-reversed' } | { readonly why: 'partial-goods'; readonly goodsCents: number });

/** Alarms on the screen of the till, by the key of their payment. */
export interface ZvtAlarms {
  raise(alarm: ZvtAlarm): void;
  /** False once a person has dismissed it. */
  stands(key: string): boolean;
  clear(key: string): void;
  /** A register asked for money in training, where it gets none. */
  training(): void;
}

interface SettlementParts {
  readonly payments: RegisterPayments;
  readonly register: Register;
  readonly unconfirmed: Unconfirmed;
  readonly alarms: ZvtAlarms;
  readonly clock: Clock;
  readonly log: Log;
}

const AGAIN_MS = 1_000;
const LONG_MS = 600_000;

/**
 * Whether the register may have its next payment. The one before must have an end, and where it was paid, the register
 * must have confirmed that, or the payment went back, or a person decided.
 */
export class Settlement {
  readonly #parts: SettlementParts;
  readonly #raised = new Set<string>();
  readonly #watched = new Set<string>();

  constructor(parts: SettlementParts) {
    this.#parts = parts;
  }

  /** True while the register's own last payment keeps it from the next one. */
  async isOpen(): Promise<boolean> {
    const { payments, register, unconfirmed, alarms } = this.#parts;
    const last = await payments.last(register);
    if (last === undefined) return false;
    if (!last.final) {
      const blocked = await payments.blocked(register);
      if (blocked !== undefined) return true;
      this.confirm(last.key);
      return false;
    }
    if (last.state === 'paid' && unconfirmed.has(last.key)) {
      if (!this.#raised.has(last.key)) this.raise(last, 'unconfirmed');
      if (alarms.stands(last.key)) return true;
      this.confirm(last.key);
    }
    return false;
  }

  /** The register knows the result of the payment, or it was settled otherwise. */
  confirm(key: string): void {
    const { unconfirmed, alarms } = this.#parts;
    unconfirmed.settle(key);
    if (this.#raised.delete(key)) alarms.clear(key);
  }

  raise(payment: RegisterPayment, why: 'unconfirmed' | 'not-reversed'): void {
    this.#raised.add(payment.key);
    this.#parts.alarms.raise({ ...about(payment), why });
  }

  raisePartialGoods(payment: RegisterPayment, goodsCents: number): void {
    this.#parts.alarms.raise({ ...about(payment), why: 'partial-goods', goodsCents });
  }

  /** Follows a payment whose line is lost, and raises the alarm where it is paid and nothing else has settled it. */
  async watch(key: string, signal: AbortSignal): Promise<void> {
    if (this.#watched.has(key)) return;
    this.#watched.add(key);
    const { unconfirmed, log } = this.#parts;
    try {
      while (unconfirmed.has(key) && !signal.aborted) {
        const payment = await this.read(key);
        if (payment !== undefined && this.#isDone(payment)) return;
        await this.changed(key, payment, LONG_MS, signal);
      }
    } catch (thrown) {
      log.warn(toTillError(thrown));
    } finally {
      this.#watched.delete(key);
    }
  }

  /** Undefined while no till is open, as during a save. Rejects with `register.unknown-key`. */
  async read(key: string): Promise<RegisterPayment | undefined> {
    const { payments, register } = this.#parts;
    try {
      return await payments.get(register, key);
    } catch (thrown) {
      if (thrown instanceof TillError && thrown.code === 'register.unknown-key') throw thrown;
      return undefined;
    }
  }

  /** Resolves after a change of the payment as it was read, and at the latest after `waitMs`. */
  async changed(key: string, payment: RegisterPayment | undefined, waitMs: number, signal: AbortSignal): Promise<void> {
    const { payments, register, clock } = this.#parts;
    try {
      if (payment !== undefined) await payments.changed(register, key, payment.rev, waitMs, signal);
      else await sleep(clock, Math.min(waitMs, AGAIN_MS));
    } catch {
      // The till is being opened again. The next read tells whether it knows the payment.
      await sleep(clock, Math.min(waitMs, AGAIN_MS));
    }
  }

  /** True where nothing more has to be waited for. */
  #isDone(payment: RegisterPayment): boolean {
    if (!payment.final) return false;
    const reversal = reversalOf(payment);
    if (payment.state !== 'paid' || isAccepted(reversal)) {
      this.confirm(payment.key);
      return true;
    }
    if (reversal !== undefined && !reversal.final) return false;
    this.raise(payment, reversal === undefined ? 'unconfirmed' : 'not-reversed');
    return true;
  }
}

type Refund = RegisterPayment['refunds'][number];

/** The newest refund of the whole payment that a register asked for. */
export function reversalOf({ refunds }: RegisterPayment): Refund | undefined {
  return refunds.findLast(({ refundKey }) => refundKey?.startsWith('reversal-'));
}

/** The service has it. */
export function isAccepted(refund: Refund | undefined): boolean {
  return refund?.refundId !== undefined && (refund.state === 'pending' || refund.state === 'refunded');
}

function about({ key, reference, amountCents }: RegisterPayment) {
  return { key, reference, amountCents };
}
