import { Listeners } from '../../main/base/listeners.ts';
import type { TillError } from '../../main/base/till-error.ts';
import type { JournalQueries } from '../../main/journal/journal-queries.ts';
import { PaymentsByKey, type RegisterLimits } from '../../main/register/payments-by-key.ts';
import type { ChargeAsk, PaymentEvent, RefundAsk, Register } from '../../main/register/register-payment.ts';
import type { SellingTill } from '../../main/register/shown-payment.ts';
import { Counter } from '../sale/counter.ts';

export const bar: Register = { id: 'register-1', name: 'Bar' };
export const shop: Register = { id: 'register-2', name: 'Shop' };

export const wanted = (amountCents = 1250, more: Partial<ChargeAsk> = {}): ChargeAsk => ({
  amountCents,
  currency: 'EUR',
  ...more,
});

/** A till with its registers, which survive restarts and crashes of the till. */
export class CounterWithRegisters {
  readonly counter: Counter;
  limits: RegisterLimits = { maximum: 100_000, refund: 5_000 };
  hindrance: TillError | undefined;
  /** The terminal's own key, which is stored apart from the journal. */
  referenceKey: Buffer | undefined = Buffer.alloc(32, 7);
  /** The journal of the till's previous account. */
  otherAccount: Pick<JournalQueries, 'saleOfRegister'> | undefined;
  service: 'online' | 'offline' = 'online';
  /** Thrown while the till is being changed and nothing is open. */
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
    for (const { onChange } of [sales, refunds]) onChange(this.#news.notify);
    journal.onHealth(this.#news.notify);
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
    this.#news.notify();
    return this.#open;
  }

  /** Returns the result of `act` after `ms`, or the code of its error. */
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

  /** Dismisses the payment on screen while its outcome is unknown. */
  async leave(): Promise<void> {
    const { service, clock, sales } = this.counter;
    service.offline = true;
    await clock.advance(45_000);
    await sales.dismiss(sales.current()?.saleId ?? '');
  }

  get(key = 'A1') {
    return this.within(0, () => this.payments.get(bar, key));
  }

  async dieAndStart(): Promise<void> {
    this.counter.crash();
    await this.start();
  }

  /** Damages the journal file, so that the next start creates a new journal. */
  loseJournal(): void {
    this.counter.disk.damage('journal.db');
    this.counter.crash();
  }

  /** Replaces the journal by a backup made at this moment. */
  restoreJournal(): void {
    const { journal, random, clock } = this.counter;
    const begun = { journalId: random.uuid(), salt: 7, replaces: '/kept', restoredFrom: clock.now() };
    journal.record({ type: 'journal.begun', ...begun });
    this.counter.crash();
  }

  async start(): Promise<void> {
    void this.open;
    const recovering = Promise.all([this.counter.sales.recover(), this.counter.refunds.recover()]);
    // The service's search lags by a minute.
    await this.counter.clock.advance(65_000);
    await recovering;
  }

  /** Collects the events for a register until `hangUp`. */
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
