import type { SimulatedService } from '../service/simulated-service.ts';
import { busyTime } from '../till/machine-trouble.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

const HOUR_MS = 3_600_000;

export class OtherTillsAndBank {
  readonly #world: World;
  readonly #service: SimulatedService;

  constructor(world: World, service: SimulatedService) {
    this.#world = world;
    this.#service = service;
  }

  /**
   * Tills of a different shop with one of the shop's posIds by mistake: each of their creations replaces the active
   * payment.
   */
  plan(tills: readonly SimulatedTill[]): void {
    const { draw, timeline, conditions } = this.#world;
    for (let time = 0; time < conditions.takeovers; time += 1)
      timeline.after(busyTime(this.#world), () => {
        const till = tills[draw.between(0, tills.length - 1)];
        if (till === undefined) return;
        const amount = draw.between(1, 5_000);
        const body = { amount, currency: 'EUR', reference: 'OTHER SHOP', posId: till.settings.posId, shopId: 'shop-2' };
        const payment = this.#service.ask('createStaticQrPayment', body);
        this.#world.count('takeovers');
        this.#world.say('shop-2', `takes ${till.settings.posId} over with ${payment?.paymentId ?? 'nothing'}`);
      });
  }

  /** Refunds that the service cannot carry out. */
  failRefunds(): void {
    const { draw, timeline, count, say } = this.#world;
    const { engine } = this.#service;
    for (let time = 0; time < draw.between(0, 4); time += 1)
      timeline.after(busyTime(this.#world), () => {
        const refund = [...engine.store.refunds.values()].findLast(({ status }) => status === 'PENDING');
        if (refund === undefined) return;
        engine.failRefundWhenDue(refund.refundId);
        count('refunds that fail');
        say('service', `will not carry out refund ${refund.refundId}`);
      });
  }

  /** A different till has charged this order before: with a different amount, or hours ago. */
  chargedBefore(reference: string, charged: number): void {
    const { draw, conditions } = this.#world;
    if (!draw.chance(conditions.chargedElsewhere)) return;
    const isOtherAmount = draw.chance(0.3);
    const amount = isOtherAmount ? charged + draw.of([-1, 1, 100]) : charged;
    const made = amount < 1 ? undefined : this.#service.ask('createPayment', { amount, currency: 'EUR', reference });
    if (made === undefined) return;
    this.#world.count('payments of other tills');
    const createdAt = made.createdAt - (isOtherAmount ? 0 : draw.between(2, 40) * HOUR_MS);
    const status = draw.of(['SUCCEEDED', 'SUCCEEDED', 'PENDING', 'CANCELLED']);
    // No watch follows the other till, so its payment is created in its final state.
    const succeededAt = Math.min(createdAt + 60_000, this.#service.now());
    Object.assign(made, { createdAt, status }, status === 'SUCCEEDED' ? { succeededAt } : {});
    this.#service.history.note([made]);
    this.#world.say('stranger', `charged ${reference} for ${amount} before: ${made.paymentId}, ${status}`);
  }

  /** The bank takes a payment back; the service calls the merchant back if callbacks are set. */
  takeBack(paymentId: string): void {
    const { draw } = this.#world;
    const payment = this.#service.payment(paymentId);
    const { store } = this.#service.engine;
    if (payment?.status !== 'SUCCEEDED' || store.refundsOf(paymentId).length > 0) return;
    delete payment.succeededAt;
    payment.status = draw.of(['VOIDED', 'CANCELLED']);
    this.#world.count('payments taken back');
    this.#world.say('service', `takes ${paymentId} back: ${payment.status}`);
    this.#service.tell(payment);
  }

  willPayAfterAll(paymentId: string, ms: number): void {
    this.#service.latePayments += 1;
    this.#world.timeline.after(ms, () => this.#payAfterAll(paymentId));
  }

  /** A failed or cancelled payment is paid after all, often without a callback. */
  #payAfterAll(paymentId: string): void {
    const { draw, count, say } = this.#world;
    this.#service.latePayments -= 1;
    const payment = this.#service.payment(paymentId);
    if (payment === undefined || !['FAILED', 'AUTHORIZATION_FAILED', 'CANCELLED'].includes(payment.status)) return;
    Object.assign(payment, { status: 'SUCCEEDED', succeededAt: this.#service.now() });
    count('payments paid after all');
    say('service', `has ${paymentId} paid after all`);
    this.#service.history.note([payment]);
    if (draw.chance(0.5)) this.#service.tell(payment);
  }
}
