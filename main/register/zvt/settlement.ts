import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Clock, type Random, sleep } from '../../base/clock.ts';
import { replaceFile } from '../../base/durable-files.ts';
import { jsonOrUndefined } from '../../base/json-syntax.ts';
import type { Log } from '../../base/log.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import type { ReceiptNumbers } from '../receipt-numbers.ts';
import type { Register, RegisterPayment } from '../register-payment.ts';

/**
 * `unconfirmed`: the register may not know of the payment. `not-reversed`: the register refused it, and the refund
 * failed. `partial-goods`: only goods for `goodsCents` were handed over.
 */
export type ZvtAlarm = {
  readonly key: string;
  readonly reference: string;
  readonly amountCents: number;
} & ({ readonly why: 'unconfirmed' | 'not-reversed' } | { readonly why: 'partial-goods'; readonly goodsCents: number });

/** Alarms on the till's screen, by the key of their payment. */
export interface ZvtAlarms {
  raise(alarm: ZvtAlarm): void;
  /** False once the cashier has dismissed the alarm. */
  stands(key: string): boolean;
  clear(key: string): void;
  training(): void;
  trainingOver(): void;
}

export interface ZvtParts {
  readonly payments: RegisterPayments;
  readonly register: Register;
  readonly receiptNumbers: Pick<ReceiptNumbers, 'take' | 'giveBack'>;
  readonly unconfirmed: Unconfirmed;
  readonly alarms: ZvtAlarms;
  readonly terminalId: Uint8Array;
  /** While no manager has switched on *train with the register*. */
  isTrainingAlone(): boolean;
  /** Cents of the shift so far: payments less refunds. */
  shift(): Promise<number>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly log: Log;
}

const AGAIN_MS = 1_000;
const LONG_MS = 600_000;
const stored = z.object({ last: z.string().optional(), open: z.array(z.string()) });
/** Far above a register's leftovers: a payment, and a day's refunds without a line. */
const MOST_OPEN = 50;

/**
 * Keys of payments and refunds with a result that the register has not confirmed, and the newest payment of any
 * journal. Stored in a file, because a till that restarts meanwhile must not charge a second time.
 */
export class Unconfirmed {
  readonly #path: string;
  readonly #log: Pick<Log, 'warn'>;
  #state: z.output<typeof stored>;

  constructor(path: string, log: Pick<Log, 'warn'>) {
    this.#path = path;
    this.#log = log;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    this.#state = stored.safeParse(jsonOrUndefined(text)).data ?? { open: [] };
  }

  get last(): string | undefined {
    return this.#state.last;
  }

  has(key: string): boolean {
    return this.#state.open.includes(key);
  }

  /** Called before the charge or refund. `last` becomes the newest payment. */
  begin(key: string, last = this.last): void {
    this.#write({ last, open: [...this.#state.open.filter((other) => other !== key), key].slice(-MOST_OPEN) });
  }

  /**
   * Called once the register knows the result, the cashier has decided, or nothing was charged and `last` is the
   * previous payment.
   */
  settle(key: string, last = this.last): void {
    if (this.has(key)) this.#write({ last, open: this.#state.open.filter((other) => other !== key) });
  }

  #write(state: z.output<typeof stored>): void {
    this.#state = state;
    try {
      replaceFile(this.#path, JSON.stringify(state));
    } catch (thrown) {
      this.#log.warn('Storing the state of the ZVT register failed', { thrown });
    }
  }
}

/** A paid payment must be confirmed, refunded, or released by the cashier before the next charge. */
export class Settlement {
  readonly #parts: ZvtParts;
  readonly #raised = new Set<string>();
  readonly #watched = new Set<string>();

  constructor(parts: ZvtParts) {
    this.#parts = parts;
  }

  async isOpen(): Promise<boolean> {
    const { payments, register, unconfirmed, alarms } = this.#parts;
    const last = await payments.last(register);
    if (last === undefined) return false;
    if (!last.final && payments.isBlocked(register)) return true;
    if (last.final && last.state === 'paid' && unconfirmed.has(last.key)) {
      if (!this.#raised.has(last.key)) this.raise(last, 'unconfirmed');
      if (alarms.stands(last.key)) return true;
    }
    this.confirm(last.key);
    return false;
  }

  confirm(key: string): void {
    const { unconfirmed, alarms } = this.#parts;
    unconfirmed.settle(key);
    if (this.#raised.delete(key)) alarms.clear(key);
  }

  raise({ key, reference, amountCents }: RegisterPayment, why: 'unconfirmed' | 'not-reversed'): void {
    this.#raised.add(key);
    this.#parts.alarms.raise({ key, reference, amountCents, why });
  }

  /** Raises the alarm if paid and unsettled. */
  async watch(key: string, signal: AbortSignal): Promise<void> {
    const { unconfirmed, log } = this.#parts;
    if (this.#watched.has(key) || !unconfirmed.has(key)) return;
    this.#watched.add(key);
    try {
      for await (const payment of this.follow(key, signal))
        if (!unconfirmed.has(key) || (payment !== undefined && this.#isDone(payment))) return;
    } catch (thrown) {
      log.warn(toTillError(thrown));
    } finally {
      this.#watched.delete(key);
    }
  }

  /**
   * Yields the payment at once, after each change, and after `pause()` ms at the latest; undefined while no till is
   * open, e.g. during a save. Rejects with `TillError` `register.unknown-key`.
   */
  async *follow(key: string, signal: AbortSignal, pause = () => LONG_MS): AsyncGenerator<RegisterPayment | undefined> {
    const { payments, register, clock } = this.#parts;
    const again = () => sleep(clock, Math.min(pause(), AGAIN_MS));
    while (!signal.aborted) {
      const payment = await payments.get(register, key).catch((thrown: unknown) => {
        if (thrown instanceof TillError && thrown.code === 'register.unknown-key') throw thrown;
        return undefined;
      });
      yield payment;
      if (payment === undefined) await again();
      else await payments.changed(register, key, payment.rev, pause(), signal).catch(again);
    }
  }

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

/** Of the whole payment, requested by a register. */
export function reversalOf({ refunds }: RegisterPayment): Refund | undefined {
  return refunds.findLast(({ refundKey }) => refundKey?.startsWith('reversal-'));
}

export function isAccepted(refund: Refund | undefined): boolean {
  return refund?.refundId !== undefined && (refund.state === 'pending' || refund.state === 'refunded');
}
