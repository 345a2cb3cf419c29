import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { hasEnded } from '../../main/domain/sale-record.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { Counter } from './counter.ts';
import { type Fault, refused, reset } from './scripted-service.ts';

/**
 * A till in bad weather: requests lost before and after the service acted, refusals, wishes to wait, crashes and clock
 * jumps at random, and a customer who does anything at any time. Afterwards the weather clears, and everything must
 * have come right.
 */
class Storm {
  readonly counter: Counter;
  readonly random: SeededRandom;
  readonly sales: string[] = [];
  calm = false;

  constructor(seed: number) {
    this.counter = new Counter({ seed });
    this.random = new SeededRandom(seed * 7919 + 1);
    this.counter.service.lifetimeMs = 30_000;
    this.counter.service.weather = () => (this.calm ? undefined : this.#fault());
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#act();
      await this.counter.clock.advance(this.random.next() * 4_000);
      this.#world();
    }
    this.calm = true;
    for (let round = 0; round < 12; round += 1) {
      this.counter.sales.networkReturned();
      this.counter.refunds.networkReturned();
      this.#world();
      await this.counter.clock.advance(40_000);
    }
  }

  async #act(): Promise<void> {
    const { counter, random } = this;
    const current = counter.sales.current();
    const dice = random.next();
    if (dice < 0.06) {
      counter.crash();
      counter.sales.recover().catch(() => undefined);
      counter.refunds.recover().catch(() => undefined);
      return;
    }
    if (dice < 0.09) counter.clock.jump((random.next() - 0.5) * 86_400_000);
    if (current === null) {
      this.sales.push(await counter.charge(100 + Math.floor(random.next() * 900)));
      return;
    }
    if (dice < 0.2) await counter.sales.cancel(current.saleId);
    else if (dice < 0.25) await counter.sales.customerSaysPaid(current.saleId);
    else if (dice < 0.4) this.#refund();
    else if (dice < 0.8) await counter.sales.dismiss(current.saleId).catch(expectRefusal);
  }

  #refund(): void {
    const paid = this.counter.sales.recent(20).filter((sale) => sale.stage === 'paid');
    const sale = paid[Math.floor(this.random.next() * paid.length)];
    if (sale === undefined) return;
    const amount = 1 + Math.floor(this.random.next() * sale.amount);
    this.counter.refunds.start({ saleId: sale.saleId, amount }, { byManager: true }).catch(expectRefusal);
  }

  /** Customers and the service's own doings. */
  #world(): void {
    const { service, clock } = this.counter;
    for (const payment of service.payments.values()) {
      const dice = this.random.next();
      if (payment.status === 'PENDING' && dice < 0.3) service.set(payment.paymentId, 'IDENTIFIED');
      else if (payment.status === 'IDENTIFIED' && dice < 0.3) service.set(payment.paymentId, 'AUTHORIZED');
      else if (payment.status === 'IDENTIFIED' && dice < 0.4) service.set(payment.paymentId, 'CANCELLED');
      else if (payment.status === 'AUTHORIZED' && dice < 0.1)
        service.set(payment.paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
      else if (payment.status === 'AUTHORIZED' && dice < 0.5) service.set(payment.paymentId, 'SUCCEEDED');
      else if (payment.status === 'AUTHORIZED' && dice < 0.6) service.set(payment.paymentId, 'AUTHORIZATION_FAILED');
      // A sale that was given up is not acknowledged when it turns up after all: the service lets it go in the end.
      const waits = payment.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
      if (waits && clock.monotonic() > this.#bornAt(payment.paymentId) + 8 * service.lifetimeMs)
        service.set(payment.paymentId, 'VOIDED');
      const open = payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
      if (open && clock.monotonic() > this.#bornAt(payment.paymentId) + service.lifetimeMs)
        service.set(payment.paymentId, 'EXPIRED');
    }
    for (const refund of service.refunds.values())
      if (refund.status === 'PENDING' && this.random.next() < 0.3)
        refund.status = this.random.next() < 0.8 ? 'REFUNDED' : 'FAILED';
  }

  readonly #born = new Map<string, number>();

  #bornAt(paymentId: string): number {
    const born = this.#born.get(paymentId) ?? this.counter.clock.monotonic();
    this.#born.set(paymentId, born);
    return born;
  }

  #fault(): Fault | undefined {
    const dice = this.random.next();
    const takesMs = this.random.next() * 8_000;
    if (dice < 0.6) return undefined;
    if (dice < 0.68) return { error: reset(), acts: true, takesMs };
    if (dice < 0.76) return { error: reset(), acts: false, takesMs };
    if (dice < 0.8) return { error: reset(), acts: true, takesMs, actsAfterMs: this.random.next() * 12_000 };
    if (dice < 0.86) return { error: refused(), acts: false, takesMs };
    if (dice < 0.92) {
      const facts = { status: 429, retryable: true, retryAfterMs: this.random.next() * 10_000 };
      return { error: new TillError('service.busy', 'wait', facts), acts: false };
    }
    const facts = { status: 503, retryable: true, acted: 'maybe' } as const;
    return { error: new TillError('service.unavailable', 'down', facts), acts: dice < 0.96 };
  }

  /** What must be true once the weather has cleared. */
  verify(): void {
    const { service, journal } = this.counter;
    for (const saleId of this.sales) {
      const view = this.counter.view(saleId);
      const own = [...service.payments.values()].filter((payment) => payment.reference === view.reference);
      expect(own.length, 'a sale has one payment at most').toBeLessThanOrEqual(1);
      const status = own[0]?.status;
      expect(view.stage === 'paid', `${view.stage} shown, ${status} at the service`).toBe(status === 'SUCCEEDED');
      expect(['paid', 'cancelled', 'expired', 'failed', 'voided']).toContain(view.stage);
      if (own[0] !== undefined) expect(view.paymentId).toBe(own[0].paymentId);
    }
    expect(journal.openSales().filter((sale) => !hasEnded(sale))).toEqual([]);
    for (const payment of service.payments.values()) {
      const refunds = [...service.refunds.values()].filter((refund) => refund.paymentId === payment.paymentId);
      const moved = refunds.filter((refund) => refund.status !== 'FAILED').reduce((sum, one) => sum + one.amount, 0);
      expect(moved, 'never more refunded than paid').toBeLessThanOrEqual(payment.amount);
      const sale = journal.saleOfPayment(payment.paymentId);
      expect(sale, 'no payment without a sale').toBeDefined();
      const shown = journal.refundsOf(sale?.saleId ?? '').filter((refund) => refund.stage !== 'refused');
      expect(shown.map((one) => [one.amount, one.status]).sort()).toEqual(
        refunds.map((one) => [one.amount, one.status]).sort(),
      );
    }
    expect(journal.check()).toMatchObject({ ok: true });
  }
}

function expectRefusal(thrown: unknown): void {
  if (!(thrown instanceof TillError) || thrown.code === 'internal') throw thrown;
}

const SEEDS = Number(process.env['STORM_SEEDS'] ?? 150);

test(`after a storm every sale, payment and refund agrees with the service (${SEEDS} seeds)`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const storm = new Storm(seed);
    await storm.run(40);
    try {
      storm.verify();
    } catch (cause) {
      throw new Error(`seed ${seed}`, { cause });
    }
    await storm.counter.close();
  }
}, 300_000);
