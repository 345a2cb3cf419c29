import type { SimService } from './sim-service.ts';
import type { Till } from './till.ts';
import { busyTime } from './trouble.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

/** What other tills, other shops and the bank do behind the back of a till. */
export class Strangers {
  readonly #world: World;
  readonly #service: SimService;

  constructor(world: World, service: SimService) {
    this.#world = world;
    this.#service = service;
  }

  /**
   * Tills of another shop that were given one of the shop's posIds by mistake: each creation there takes the payment away
   * that is active.
   */
  plan(tills: readonly Till[]): void {
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

  /** Another till has charged this order before, for the same amount: hours ago, which is what tells the two apart. */
  chargedBefore(reference: string, amount: number): void {
    const { draw, conditions } = this.#world;
    // By a clock that jumps nobody can tell how long ago anything was.
    if (conditions.clockJumps > 0 || !draw.chance(conditions.strangers)) return;
    const made = this.#service.ask('createPayment', { amount, currency: 'EUR', reference });
    if (made === undefined) return;
    this.#world.count('payments of other tills');
    const createdAt = made.createdAt - draw.between(2, 40) * HOUR_MS;
    const status = draw.of(['SUCCEEDED', 'SUCCEEDED', 'PENDING', 'CANCELLED']);
    // A stranger's till is not watched: its payment is put there as it is by now.
    Object.assign(made, { createdAt, status }, status === 'SUCCEEDED' ? { succeededAt: createdAt + 60_000 } : {});
    this.#service.history.note([made]);
    this.#world.say('stranger', `charged ${reference} for ${amount} before: ${made.paymentId}, ${status}`);
  }

  /** The bank takes back what it had paid; the service tells of it where it was asked to. */
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
}
