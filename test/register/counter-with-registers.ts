import { Listeners } from '../../main/base/listeners.ts';
import type { TillError } from '../../main/base/till-error.ts';
import type { Reader } from '../../main/journal/reader.ts';
import { PaymentsByKey, type RegisterLimits } from '../../main/register/payments-by-key.ts';
import type { ChargeAsk, PaymentEvent, RefundAsk, Register } from '../../main/register/register-payment.ts';
import type { SellingTill } from '../../main/register/told-payment.ts';
import { Counter } from '../sale/counter.ts';

export const bar: Register = { id: 'register-1', name: 'Bar' };
export const shop: Register = { id: 'register-2', name: 'Shop' };

export const wanted = (amountCents = 1250, more: Partial<ChargeAsk> = {}): ChargeAsk => ({
  amountCents,
  currency: 'EUR',
  ...more,
});

/** A till at its counter, and its registers, which go on over its restarts and crashes. */
export class CounterWithRegisters {
  readonly counter: Counter;
  limits: RegisterLimits = { maximum: 100_000, refund: 5_000 };
  hindrance: TillError | undefined;
  /** The terminal's own; the journal may be lost without it. */
  referenceKey: Buffer | undefined = Buffer.alloc(32, 7);
  /** The journal of the account that the till had before. */
  otherAccount: Pick<Reader, 'saleOfRegister'> | undefined;
  service: 'online' | 'offline' = 'online';
  /** Nothing is open while the till changes. */
  changing: TillError | undefined;
  readonly #news = new Listeners();
  #open: SellingTill | undefined;
  readonly payments: PaymentsByKey;

  constructor(given: ConstructorParameters<typeof Counter>[0] = {}) {
    this.counter = new Counter(given);
    this.counter.timeKnown = true;
    const opened = () => (this.changing === undefined ? this.open : undefined);
    this.payments = new PaymentsByKey({
      till: {
        mode: 'live',
        requireOpen: () => {
          if (this.changing !== undefined) throw this.changing;
          return this.open;
        },
        get opened() {
          return opened();
        },
      },
      clock: this.counter.clock,
      random: this.counter.random,
      referenceKey: () => this.referenceKey,
      inOtherAccount: (registerId, key) => this.otherAccount?.saleOfRegister(registerId, key),
      changed: () => undefined,
      onChange: this.#news.add,
      mayBegin: () => {
        if (this.hindrance !== undefined) throw this.hindrance;
      },
      limits: () => this.limits,
      language: () => 'en',
    });
  }

  get open(): SellingTill {
    const { journal, sales, refunds } = this.counter;
    if (this.#open?.sales === sales) return this.#open;
    for (const { onChange } of [sales, refunds]) onChange(this.#news.tell);
    journal.onHealth(this.#news.tell);
    this.#open = {
      journal,
      sales,
      refunds,
      settings: {
        shop: { shopId: 'shop-1', shopName: 'Bakkerij' },
        pos: { posId: 'TILL42' },
        service: { environment: 'PROD' },
        merchant: { profileId: 'PROFILE' },
      },
      connection: { reachability: { state: this.service } },
    };
    this.#news.tell();
    return this.#open;
  }

  /** What comes of it within `ms`; a refusal as its code. */
  async within<T>(ms: number, act: () => Promise<T>): Promise<T | string> {
    const outcome = act().catch((thrown: { readonly code: string }) => thrown.code);
    await this.counter.clock.advance(ms);
    return outcome;
  }

  charge(key = 'A1', ask = wanted(), register = bar) {
    return this.within(0, () => this.payments.charge(register, key, ask));
  }

  refund(refundKey: string, ask: RefundAsk = { amountCents: 500 }, key = 'A1') {
    return this.within(100, () => this.payments.refund(bar, key, refundKey, ask));
  }

  async paid(key = 'A1', ask = wanted()): Promise<void> {
    await this.charge(key, ask);
    await this.pay();
  }

  async pay(): Promise<void> {
    await this.counter.clock.advance(100);
    this.counter.service.set(this.counter.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë Peeters' } });
    await this.counter.clock.advance(3_000);
  }

  /** The payment on screen is left without an end. */
  async leave(): Promise<void> {
    const { service, clock, sales } = this.counter;
    service.offline = true;
    await clock.advance(45_000);
    await sales.dismiss(sales.current()?.saleId ?? '');
  }

  get(key = 'A1') {
    return this.within(0, () => this.payments.get(bar, key));
  }

  /** The process dies, and the next one takes up what it left. */
  async dieAndStart(): Promise<void> {
    this.counter.crash();
    await this.start();
  }

  /** The file of the journal is damaged, so that the next start has a new one. */
  loseJournal(): void {
    this.counter.disk.damage('journal.db');
    this.counter.crash();
  }

  /** The journal comes out of a backup that was made just now. */
  restoreJournal(): void {
    const { journal, random, clock } = this.counter;
    const begun = { journalId: random.uuid(), salt: 7, replaces: '/kept', restoredFrom: clock.now() };
    journal.record({ type: 'journal.begun', ...begun });
    this.counter.crash();
  }

  async start(): Promise<void> {
    void this.open;
    const recovering = Promise.all([this.counter.sales.recover(), this.counter.refunds.recover()]);
    // The search of the service lags by a minute.
    await this.counter.clock.advance(65_000);
    await recovering;
  }

  /** What the register is told from now on, and how it hangs up. */
  listen(after?: string, register = bar) {
    const hung = new AbortController();
    const told: PaymentEvent[] = [];
    const ended = (async () => {
      for await (const event of this.payments.events(register, after, hung.signal)) told.push(event);
    })();
    const states = () => told.map(({ payment }) => `${payment.key} ${payment.state}`);
    const hangUp = () => {
      hung.abort();
      return ended;
    };
    return { told, states, hangUp };
  }
}
